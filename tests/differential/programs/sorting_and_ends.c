// qsort (it is stable), bsearch, and what runs at the end: many sizes of elements and of arrays.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int calls;
static int by_first(const void* a, const void* b) {
  return calls++, *(const unsigned char*)a - *(const unsigned char*)b;
}
static void first(void) { printf("first %d\n", calls > 0); }
static void second(void) {
  puts("second");
  atexit(first);
}
int main(void) {
  atexit(second);
  atexit(first);
  unsigned char data[64 * 9];
  for (unsigned size = 1; size < 10; size += size < 4 ? 1 : 4)
    for (unsigned count = 0; count < 64; count += 1 + count / 3) {
      for (unsigned i = 0; i < size * count; i++) data[i] = (unsigned char)((i * 2654435761u) >> 27);
      qsort(data, count, size, by_first);
      unsigned hash = 0;
      for (unsigned i = 0; i < size * count; i++) hash = hash * 31 + data[i];
      printf("%u ", hash);
      for (unsigned char key = 0; key < 33; key += 3) {
        const unsigned char* found = bsearch(&key, data, count, size, by_first);
        printf("%d", found == NULL ? -1 : *found);
      }
    }
  exit(3);
}
