// Preloaded into each program of a run, it moves the wall clock and the times of files by AHEAD seconds. The monotonic clock stays as it is.
//
// libfaketime 0.9 is no substitute: it does not move the times of files that Node.js reads, so that photos are swept as old while they are
// received; it moves the monotonic clock of programs that are started without its variables; and a killed program may leave its lock taken.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/** Names the function of the C library that one of the same name here hides. */
#define NEXT(name)                    \
  static __typeof__(&name) next;      \
  if (next == NULL) next = (__typeof__(next))dlsym(RTLD_NEXT, #name)

int clock_gettime(clockid_t clock, struct timespec *now) {
  NEXT(clock_gettime);
  int failed = next(clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += AHEAD;
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  NEXT(gettimeofday);
  int failed = next(now, zone);
  if (!failed) now->tv_sec += AHEAD;
  return failed;
}

time_t time(time_t *seconds) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (seconds != NULL) *seconds = now.tv_sec;
  return now.tv_sec;
}

// The kernel waits until a time of its own clock.

static struct timespec kernel(const struct timespec *time) {
  return (struct timespec){time->tv_sec - AHEAD, time->tv_nsec};
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until) {
  // The monotonic clock counts from the start of the machine: no deadline of 30 years is by it.
  if (until->tv_sec < 1000000000) return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, until);
  struct timespec moved = kernel(until);
  return pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, &moved);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
  struct timespec moved = kernel(until);
  return sem_clockwait(semaphore, CLOCK_REALTIME, &moved);
}

// A file keeps times of the kernel's clock.

static int keeps(int folder, const char *path, const struct timespec times[2], int flags) {
  struct timespec moved[2];
  for (int i = 0; times != NULL && i < 2; i++)
    moved[i] = times[i].tv_nsec == UTIME_NOW || times[i].tv_nsec == UTIME_OMIT ? times[i] : kernel(&times[i]);
  return (int)syscall(SYS_utimensat, folder, path, times == NULL ? NULL : moved, flags);
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  return keeps(folder, path, times, flags);
}

int futimens(int file, const struct timespec times[2]) {
  return keeps(file, NULL, times, 0);
}

#define READS(name, parameters, ...)        \
  int name parameters {                     \
    NEXT(name);                             \
    int failed = next(__VA_ARGS__);         \
    if (!failed) {                          \
      file->st_atim.tv_sec += AHEAD;        \
      file->st_mtim.tv_sec += AHEAD;        \
      file->st_ctim.tv_sec += AHEAD;        \
    }                                       \
    return failed;                          \
  }

READS(stat, (const char *restrict path, struct stat *restrict file), path, file)
READS(lstat, (const char *restrict path, struct stat *restrict file), path, file)
READS(fstat, (int id, struct stat *file), id, file)
READS(fstatat, (int folder, const char *restrict path, struct stat *restrict file, int flags), folder, path, file, flags)
READS(stat64, (const char *restrict path, struct stat64 *restrict file), path, file)
READS(lstat64, (const char *restrict path, struct stat64 *restrict file), path, file)
READS(fstat64, (int id, struct stat64 *file), id, file)
READS(fstatat64, (int folder, const char *restrict path, struct stat64 *restrict file, int flags), folder, path, file, flags)

static void move(struct statx *file) {
  file->stx_atime.tv_sec += AHEAD;
  file->stx_mtime.tv_sec += AHEAD;
  file->stx_ctime.tv_sec += AHEAD;
  file->stx_btime.tv_sec += AHEAD;
}

int statx(int folder, const char *restrict path, int flags, unsigned int mask, struct statx *restrict file) {
  NEXT(statx);
  int failed = next(folder, path, flags, mask, file);
  if (!failed) move(file);
  return failed;
}

/** Node.js calls statx so. */
long syscall(long number, ...) {
  NEXT(syscall);
  va_list list;
  va_start(list, number);
  long values[6];
  for (int i = 0; i < 6; i++) values[i] = va_arg(list, long);
  va_end(list);
  long result = next(number, values[0], values[1], values[2], values[3], values[4], values[5]);
  if (number == SYS_statx && result == 0) move((struct statx *)values[4]);
  return result;
}
