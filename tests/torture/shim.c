/* Makes the calls of a process fail that it makes to the operating system: preloaded, it looks into
 * a shared file for what is to happen now. Only files whose path holds ROLLWRITE_SHIM_FILES count.
 *
 * The file holds three 64-bit integers: an error number for fsync, one for writing, and seconds by
 * which the clock on the wall is wrong. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t nothing[3];
static volatile int64_t *faults = nothing;
static const char *files = "";

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("ROLLWRITE_SHIM"), *given = getenv("ROLLWRITE_SHIM_FILES");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *found = mmap(NULL, sizeof nothing, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (found != MAP_FAILED) faults = found;
    if (given) files = given;
}

static int fails(int which, int file) {
    char link[64], path[4096];
    if (!faults[which]) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (!strstr(path, files)) return 0;
    errno = (int)faults[which];
    return 1;
}

#define REAL(type, name, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

int fsync(int file) {
    REAL(int, fsync, int);
    return fails(0, file) ? -1 : real(file);
}

int fdatasync(int file) {
    REAL(int, fdatasync, int);
    return fails(0, file) ? -1 : real(file);
}

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(ssize_t, write, int, const void *, size_t);
    return fails(1, file) ? -1 : real(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
    return fails(1, file) ? -1 : real(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
    return fails(1, file) ? -1 : real(file, bytes, count, at);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    REAL(int, clock_gettime, clockid_t, struct timespec *);
    int done = real(clock, now);
    if (!done && clock == CLOCK_REALTIME) now->tv_sec += faults[2];
    return done;
}

int gettimeofday(struct timeval *now, void *zone) {
    REAL(int, gettimeofday, struct timeval *, void *);
    int done = real(now, zone);
    if (!done) now->tv_sec += faults[2];
    return done;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}
