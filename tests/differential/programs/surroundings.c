#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int main(int argc, char** argv) {
  srand(7);
  int x = rand() % 100;
  printf("%d %d\n", x, abs(-5));
  const char* h = getenv("NOSUCHVAR");
  printf("%s\n", h ? h : "unset");
  errno = ENOENT;
  printf("%s\n", strerror(errno));
  assert(argc >= 1);
  printf("%" PRId64 " %" PRIu32 "\n", (int64_t)LLONG_MIN, UINT32_MAX);
  char buf[64] = "x";
  strncat(buf, "yyyyyy", 3);
  strncpy(buf + 10, "abc", 5);
  printf("%s %s %zu %zu\n", buf, buf + 10, strspn("aabbc", "ab"), strcspn("aabbc", "c"));
  printf("%s %s %s\n", strchr("hello", 'l'), strrchr("hello", 'l'), strstr("hello world", "o w"));
  printf("%d\n", memchr("abc", 'b', 3) != 0);
  char t[] = "a,b;c";
  char* save;
  for (char* p = strtok_r(t, ",;", &save); p; p = strtok_r(0, ",;", &save)) printf("<%s>", p);
  puts("");

  return strcoll("a", "b") < 0;
}
