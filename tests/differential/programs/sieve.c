#include <stdio.h>
#include <stdlib.h>
static unsigned char composite[20000];
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 20000;
  if (n > 20000) n = 20000;
  int count = 0;
  for (int i = 2; i < n; i++) {
    if (composite[i]) continue;
    count++;
    for (long j = (long)i * i; j < n; j += i) composite[j] = 1;
  }
  printf("%d primes\n", count);
  return 0;
}
