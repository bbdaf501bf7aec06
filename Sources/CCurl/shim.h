#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>

// libcurl's option functions are variadic, which Swift cannot call: one function a type.

static inline CURLcode tributary_easy_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode tributary_easy_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode tributary_easy_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode tributary_easy_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode tributary_easy_list(CURL *easy, CURLoption option,
                                           struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
typedef size_t (*tributary_bytes_callback)(char *, size_t, size_t, void *);

static inline CURLcode tributary_easy_on_bytes(CURL *easy, CURLoption function, CURLoption data,
                                               tributary_bytes_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(easy, function, callback);
    return code ? code : curl_easy_setopt(easy, data, context);
}

static inline CURLcode tributary_easy_on_open(CURL *easy, curl_opensocket_callback callback,
                                              void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
    return code ? code : curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

static inline CURLcode tributary_easy_on_lookup(CURL *easy, curl_resolver_start_callback callback,
                                                void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_RESOLVER_START_FUNCTION, callback);
    return code ? code : curl_easy_setopt(easy, CURLOPT_RESOLVER_START_DATA, context);
}

static inline CURLcode tributary_easy_on_close(CURL *easy, curl_closesocket_callback callback,
                                               void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
    return code ? code : curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, context);
}

static inline CURLcode tributary_easy_before_request(CURL *easy, curl_prereq_callback callback,
                                                     void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
    return code ? code : curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

static inline long tributary_info_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

static inline curl_off_t tributary_info_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

static inline void *tributary_info_private(CURL *easy) {
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) ? NULL : value;
}

static inline CURLMcode tributary_multi_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline void tributary_multi_callbacks(CURLM *multi, curl_socket_callback on_socket,
                                             curl_multi_timer_callback on_timer, void *context) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

// The next finished transfer, or NULL; `*result` says how it ended.
static inline CURL *tributary_multi_next_done(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

static inline CURLSHcode tributary_share(CURLSH *share, curl_lock_data what) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, what);
}

// Copies the address a socket is about to be opened to; its length (4 or 16), or 0 for others. The
// storage goes on behind `addr`, which Swift would not see.
static inline int tributary_address(const struct curl_sockaddr *place, unsigned char bytes[16]) {
    if (place->family == AF_INET && place->addrlen >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in address;
        memcpy(&address, (const unsigned char *)place + offsetof(struct curl_sockaddr, addr),
               sizeof address);
        memcpy(bytes, &address.sin_addr, 4);
        return 4;
    }
    if (place->family == AF_INET6 && place->addrlen >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 address;
        memcpy(&address, (const unsigned char *)place + offsetof(struct curl_sockaddr, addr),
               sizeof address);
        memcpy(bytes, &address.sin6_addr, 16);
        return 16;
    }
    return 0;
}
