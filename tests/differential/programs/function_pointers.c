#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
struct vtable {
  const char* name;
  op f;
};
static const struct vtable ops[] = {{"+", add}, {"-", sub}, {"*", mul}};
static int apply(op f, int n) { return n == 0 ? 1 : f(n, apply(f, n - 1)); }
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static void hanoi(int n, int a, int b, int c, int* moves) {
  if (n) {
    hanoi(n - 1, a, c, b, moves);
    ++*moves;
    hanoi(n - 1, c, b, a, moves);
  }
}
int main(void) {
  for (int i = 0; i < 3; i++) printf("%s %d %d\n", ops[i].name, ops[i].f(7, 3), apply(ops[i].f, 5));
  printf("%d\n", ack(2, 3));
  int m = 0;
  hanoi(8, 0, 1, 2, &m);
  printf("%d\n", m);
  op table[2][2] = {{add, sub}, {mul, add}};
  printf("%d\n", table[1][0](6, 7));
  int (*cmp)(const char*) = puts;
  cmp("via pointer");
  return 0;
}
