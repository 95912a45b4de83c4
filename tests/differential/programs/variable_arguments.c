#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char* build(const char* first, ...) {
  size_t size = strlen(first) + 1;
  va_list l, m;
  va_start(l, first);
  va_copy(m, l);
  for (const char* s; (s = va_arg(l, const char*));) size += strlen(s);
  va_end(l);
  char* out = malloc(size);
  strcpy(out, first);
  for (const char* s; (s = va_arg(m, const char*));) strcat(out, s);
  va_end(m);
  return out;
}
static void logf_(FILE* f, const char* fmt, ...) {
  va_list l;
  va_start(l, fmt);
  vfprintf(f, fmt, l);
  va_end(l);
}
int main(void) {
  char* s = build("a", "bc", "def", (char*)0);
  puts(s);
  free(s);
  logf_(stdout, "%s %d %c %5.2f %p\n", "x", 1, 'c', 2.5, (void*)0);
  logf_(stdout, "%08x %#x %o %u %i %hhd %hd %ld %lld %zu %jd %td\n", 255, 255, 8, 7u, -3, 300, 70000, 5L, 6LL,
        sizeof(int), (long)9, (long)3);
  logf_(stdout, "[%*d] [%-*d] [%.*s] [%+d] [% d] [%%] [%5s] [%-5s]\n", 5, 42, 5, 42, 2, "abcdef", 3, 3, "ab", "ab");
  int n;
  printf("abc%n\n", &n);
  printf("%d\n", n);
  char* dyn;
  int k = asprintf(&dyn, "%d-%d", 1, 2);
  printf("%d %s\n", k, dyn);
  free(dyn);
  return 0;
}
