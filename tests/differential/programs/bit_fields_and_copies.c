#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct flags {
  unsigned a : 3;
  signed b : 5;
  unsigned long c : 33;
  _Bool d : 1;
};
union u {
  float f;
  uint32_t i;
  unsigned char b[4];
};
struct packed {
  char c;
  int i;
} __attribute__((packed));
struct big {
  int a[10];
  double d;
  char name[13];
};
static struct big make(int n) {
  struct big b;
  memset(&b, 0, sizeof b);
  for (int i = 0; i < 10; i++) b.a[i] = n * i;
  b.d = n / 3.0;
  strcpy(b.name, "big");
  return b;
}
static int take(struct big b, struct flags f) { return b.a[9] + f.b + (int)b.d; }
typedef struct {
  int x, y;
} point;
static point swap(point p) { return (point){p.y, p.x}; }
int main(void) {
  struct flags f = {0};
  f.a = 9;
  f.b = -7;
  f.c = 0x1ffffffffULL;
  f.d = 1;
  printf("%u %d %lu %d %zu\n", f.a, f.b, (unsigned long)f.c, f.d, sizeof f);
  for (int i = 0; i < 10; i++) {
    f.a++;
    f.b -= 3;
    f.c *= 3;
  }
  printf("%u %d %lu\n", f.a, f.b, (unsigned long)f.c);
  union u u;
  u.f = 1.5f;
  printf("%08x %d\n", u.i, u.b[3]);
  struct packed p[2] = {{'a', 1}, {'b', 0x01020304}};
  printf("%zu %d %zu\n", sizeof p, p[1].i, offsetof(struct packed, i));
  struct big b = make(7), c = b;
  c.a[9]++;
  printf("%d %d %s\n", take(b, f), take(c, f), c.name);
  printf("%d\n", memcmp(&b, &c, sizeof b) != 0);
  point q = swap((point){1, 2});
  printf("%d %d\n", q.x, q.y);
  uint64_t v = 0x123456789abcdef0;
  printf("%d %d %d %lx\n", __builtin_popcountll(v), __builtin_clzll(v), __builtin_ctzll(v), __builtin_bswap64(v));
  unsigned char bytes[8];
  memcpy(bytes, &v, 8);
  for (int i = 0; i < 8; i++) printf("%02x", bytes[i]);
  puts("");
  return 0;
}
