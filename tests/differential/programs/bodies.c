#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  double x[3], v[3], m;
} body;
int main(int argc, char** argv) {
  int n = argc > 2 ? atoi(argv[2]) : 4000;
  body b[5];
  for (int i = 0; i < 5; i++) {
    for (int k = 0; k < 3; k++) {
      b[i].x[k] = i * 1.5 + k;
      b[i].v[k] = 0.01 * (i - k);
    }
    b[i].m = 1 + i;
  }
  for (int s = 0; s < n; s++) {
    for (int i = 0; i < 5; i++)
      for (int j = i + 1; j < 5; j++) {
        double d[3], q = 0;
        for (int k = 0; k < 3; k++) {
          d[k] = b[i].x[k] - b[j].x[k];
          q += d[k] * d[k];
        }
        double mag = 0.001 / (q * sqrt(q));
        for (int k = 0; k < 3; k++) {
          b[i].v[k] -= d[k] * b[j].m * mag;
          b[j].v[k] += d[k] * b[i].m * mag;
        }
      }
    for (int i = 0; i < 5; i++)
      for (int k = 0; k < 3; k++) b[i].x[k] += 0.001 * b[i].v[k];
  }
  printf("%.9f\n", b[0].x[0]);
  return 0;
}
