// Tells the thread sanitizer what the slow path of Synchronization.Mutex orders.
//
// Mutex.withLock is inlined, with its first compare-and-exchange, into code the sanitizer instruments.
// When that fails, it calls _lockSlow and _unlockSlow in libswiftSynchronization.so, which is not
// instrumented and takes and gives the lock by the futex system call; the sanitizer sees no order
// there, and reports two holders of one lock as a race. Preloaded, these functions stand before the
// library's own, call them, and say that a lock taken comes after the lock given. Nothing is
// suppressed: an access outside the lock is reported as ever (see planted.swift).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))
// Mangled: _MutexHandle._lockSlow(UInt32), _MutexHandle._unlockSlow().
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// Weak, for processes without the sanitizer that inherit the preload.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT_CALL void (*LockSlow)(uint32_t thread, SWIFT_SELF void *handle);
typedef SWIFT_CALL void (*UnlockSlow)(SWIFT_SELF void *handle);

static LockSlow library_lock_slow;
static UnlockSlow library_unlock_slow;

__attribute__((constructor)) static void find_library(void) {
    library_lock_slow = (LockSlow)dlsym(RTLD_NEXT, LOCK_SLOW);
    library_unlock_slow = (UnlockSlow)dlsym(RTLD_NEXT, UNLOCK_SLOW);
}

SWIFT_CALL void lock_slow(uint32_t thread, SWIFT_SELF void *handle) __asm__(LOCK_SLOW);
SWIFT_CALL void lock_slow(uint32_t thread, SWIFT_SELF void *handle) {
    if (!library_lock_slow) abort();
    library_lock_slow(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT_CALL void unlock_slow(SWIFT_SELF void *handle) __asm__(UNLOCK_SLOW);
SWIFT_CALL void unlock_slow(SWIFT_SELF void *handle) {
    if (!library_unlock_slow) abort();
    if (__tsan_release) __tsan_release(handle);
    library_unlock_slow(handle);
}
