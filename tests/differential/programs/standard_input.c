#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int a, b;
  char w[20];
  double d;
  unsigned u;
  long l;
  char c;
  int n = sscanf("12 -7 hello 3.5 0xff 99", "%d %d %19s %lf %x %ld", &a, &b, w, &d, &u, &l);
  printf("%d: %d %d %s %g %u %ld\n", n, a, b, w, d, u, l);
  n = sscanf("key=value;rest", "%[^=]=%c", w, &c);
  printf("%d %s %c\n", n, w, c);
  char line[64];
  while (fgets(line, sizeof line, stdin)) printf("got %s", line);
  int ch;
  while ((ch = getchar()) != EOF) putchar(ch);
  fputs("done\n", stdout);
  fputc('x', stderr);
  fwrite("abc\n", 1, 4, stdout);
  fflush(stdout);
  perror("oops");
  return feof(stdin) ? 4 : 5;
}
