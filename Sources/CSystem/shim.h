#pragma once
// What Glibc's own module map hides from Swift, or spells in a way Swift cannot call.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
