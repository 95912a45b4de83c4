#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item {
  long key;
  char text[24];
};
static int by_key(const void* a, const void* b) {
  long x = ((const struct item*)a)->key, y = ((const struct item*)b)->key;
  return (x > y) - (x < y);
}
static void fill(struct item* items, int n) {
  unsigned s = 12345;
  for (int i = 0; i < n; i++) {
    s = s * 1103515245u + 12345u;
    items[i].key = (s >> 16) % 1000;
    sprintf(items[i].text, "item-%d", i);
  }
}
int main(int argc, char** argv) {
  enum { N = 200 };
  struct item* items = malloc(N * sizeof *items);
  fill(items, N);
  qsort(items, N, sizeof *items, by_key);
  for (int i = 0; i < N; i += 25) printf("%ld %s\n", items[i].key, items[i].text);
  struct item k = {items[77].key, ""};
  struct item* f = bsearch(&k, items, N, sizeof *items, by_key);
  printf("%d\n", f != NULL && f->key == k.key);
  char* copy = strdup("one two  three");
  int words = 0;
  for (char* p = strtok(copy, " "); p; p = strtok(NULL, " ")) words++;
  printf("%d words\n", words);
  free(copy);
  free(items);
  int m[3][4];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) m[i][j] = i * j;
  int(*row)[4] = &m[2];
  printf("%d %d\n", (*row)[3], *(*(m + 1) + 2));
  const char* days[] = {"mon", "tue", "wed", 0};
  for (const char** d = days; *d; d++) fputs(*d, stdout), putchar(d[1] ? ',' : '\n');
  long long big = 1LL << 40;
  printf("%lld %llx %hhu %hd\n", big, (unsigned long long)big, (unsigned char)300, (short)70000);
  bool b = argc > 100;
  printf("%s %d\n", b ? "true" : "false", !b);
  double d = 10;
  d /= 3;
  printf("%.3f %d %d\n", d, (int)d, (int)lround(d));
  char line[] = "k1=v1&k2=v2&k3";
  for (char *s = line, *e; s; s = e) {
    e = strchr(s, '&');
    if (e) *e++ = 0;
    char* q = strchr(s, '=');
    if (q) {
      *q++ = 0;
      printf("%s -> %s\n", s, q);
    } else
      printf("%s\n", s);
  }
  unsigned char bytes[16];
  for (int i = 0; i < 16; i++) bytes[i] = i * 17;
  unsigned crc = ~0u;
  for (int i = 0; i < 16; i++) {
    crc ^= bytes[i];
    for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
  }
  printf("%08x\n", ~crc);
  switch (argc) {
    case 1:
      puts("one");
      break;
    case 2:
      puts("two");
    default:
      puts("more");
  }
  goto end;
  puts("skipped");
end:
  return puts("end") < 0;
}
