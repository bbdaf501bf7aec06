#pragma once
// What Glibc's own module map hides from Swift, or spells in a way Swift cannot call.
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// Declared by glibc only under _GNU_SOURCE.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int pthread_setname_np(pthread_t, const char *);
extern long syscall(long, ...);

// How many processors the process may run on (its affinity mask), 0 if that is not known.
static inline int csystem_processors(void) {
    unsigned long mask[128] = {0};
    long bytes = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    int count = 0;
    for (long i = 0; i < bytes / (long)sizeof mask[0]; i++) count += __builtin_popcountl(mask[i]);
    return count;
}

// EPOLL_EVENTS is an enum whose values Swift cannot combine into the field's type.
enum {
    CSYSTEM_EPOLL_READ = EPOLLIN,
    CSYSTEM_EPOLL_WRITE = EPOLLOUT,
    CSYSTEM_EPOLL_PEER_CLOSED = EPOLLRDHUP,
    CSYSTEM_EPOLL_HANG_UP = EPOLLHUP,
    CSYSTEM_EPOLL_ERROR = EPOLLERR,
};
static const uint32_t csystem_epoll_edge = 1u << 31;

// `struct epoll_event` carries a union: filled and read here.
static inline int csystem_epoll_control(int epoll, int operation, int fd, uint32_t events,
                                        uint64_t data) {
    struct epoll_event event;
    event.events = events;
    event.data.u64 = data;
    return epoll_ctl(epoll, operation, fd, &event);
}

static inline uint64_t csystem_epoll_data(const struct epoll_event *event) {
    return event->data.u64;
}

static inline uint32_t csystem_epoll_events(const struct epoll_event *event) {
    return event->events;
}

static inline int csystem_set_int_option(int fd, int level, int name, int value) {
    return setsockopt(fd, level, name, &value, sizeof value);
}

static inline int csystem_accept(int fd, struct sockaddr_storage *address, socklen_t *length) {
    *length = sizeof *address;
    return accept4(fd, (struct sockaddr *)address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static inline int csystem_stream_socket(int family) {
    return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static inline int csystem_bind(int fd, const struct sockaddr_storage *address, socklen_t length) {
    return bind(fd, (const struct sockaddr *)address, length);
}

static inline int csystem_local_address(int fd, struct sockaddr_storage *address,
                                        socklen_t *length) {
    *length = sizeof *address;
    return getsockname(fd, (struct sockaddr *)address, length);
}

// Closing then sends RST instead of FIN and drops what is unsent.
static inline int csystem_reset_on_close(int fd) {
    struct linger off = {.l_onoff = 1, .l_linger = 0};
    return setsockopt(fd, SOL_SOCKET, SO_LINGER, &off, sizeof off);
}

static inline int csystem_connect(int fd, const struct sockaddr_storage *address,
                                  socklen_t length) {
    return connect(fd, (const struct sockaddr *)address, length);
}

// What was written to a socket and its peer has not confirmed (TCP) or read (Unix), in bytes;
// -1 if that is not known. SIOCOUTQ by its other name; ioctl is variadic.
static inline int csystem_unconfirmed(int fd) {
    int bytes = 0;
    return ioctl(fd, TIOCOUTQ, &bytes) == 0 ? bytes : -1;
}
