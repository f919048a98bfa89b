/* Preloaded into a server; delays each file sync by 5 ms, as on the disk of an office PC. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static int delayed(const char *name, int file) {
  struct timespec delay = {0, 5 * 1000 * 1000};
  nanosleep(&delay, 0);
  int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return sync(file);
}

int fsync(int file) { return delayed("fsync", file); }
int fdatasync(int file) { return delayed("fdatasync", file); }
