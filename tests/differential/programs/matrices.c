#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 12
static double a[N][N], b[N][N], c[N][N];
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i + j * 0.5;
      b[i][j] = i == j ? 2 : 0.25 * (i - j);
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < N; k++) s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
  for (int i = 0; i < N; i += 3) {
    for (int j = 0; j < N; j += 3) printf("%8.3f ", c[i][j]);
    puts("");
  }
  int** rows = calloc(N, sizeof *rows);
  for (int i = 0; i < N; i++) {
    rows[i] = malloc(N * sizeof(int));
    for (int j = 0; j < N; j++) rows[i][j] = i ^ j;
  }
  long sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) sum += rows[i][j] * (i + 1);
  rows = realloc(rows, 2 * N * sizeof *rows);
  memmove(rows + 3, rows, 5 * sizeof *rows);
  printf("%ld %d\n", sum, rows[4][2]);
  return 0;
}
