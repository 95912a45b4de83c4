// strtol and its relatives, division, parts of floating-point numbers, rand: many inputs.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned long state = 1;
static unsigned next(unsigned below) {
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(state >> 33) % below;
}
static const char letters[] = "0123456789abcdefzXx+- \t.eEpPinfnan,";
int main(void) {
  for (int i = 0; i < 300; i++) {
    char text[24];
    int size = 0;
    if (next(3) == 0) text[size++] = "+- 0"[next(4)];
    const unsigned of = next(2) ? 10 : sizeof letters - 1, most = 1 + next(22);
    while (size < (int)most) text[size++] = letters[next(of)];
    text[size] = 0;
    const int base = (int[]){0, 2, 8, 10, 16, 36, 7}[next(7)];
    char* end;
    errno = 0;
    printf("%s|%d: %ld", text, base, strtol(text, &end, base));
    printf(" %d %d", (int)(end - text), errno);
    errno = 0;
    printf(" %lld", strtoll(text, &end, base));
    printf(" %d %d", (int)(end - text), errno);
    errno = 0;
    printf(" %lu", strtoul(text, &end, base));
    printf(" %d %d", (int)(end - text), errno);
    errno = 0;
    printf(" %llu", strtoull(text, &end, base));
    printf(" %d %d", (int)(end - text), errno);
    if (next(4) == 0) {
      errno = 0;
      const double d = strtod(text, &end);
      printf(" %.17g %d %d", d, (int)(end - text), errno);
      errno = 0;
      const float f = strtof(text, &end);
      printf(" %.9g %d %d", f, (int)(end - text), errno);
      errno = 0;
      const long double l = strtold(text, &end);
      printf(" %.17g %d %d %.17g", (double)l, (int)(end - text), errno, atof(text));
    }
    if (size < 18) printf(" %lld", atoll(text));
    putchar('\n');
  }
  const double parts[] = {0.0,
                          -0.0,
                          1.0,
                          -1.5,
                          1e300,
                          5e-324,
                          -2.2250738585072014e-308,
                          INFINITY,
                          -INFINITY,
                          0.1,
                          123456.789,
                          -4503599627370497.5};
  for (int i = 0; i < 12; i++) {
    int e = 7;
    double whole;
    double (*volatile modf_of)(double, double*) = modf;
    float (*volatile modff_of)(float, float*) = modff;
    printf("%.17g %d ", frexp(parts[i], &e), isinf(parts[i]) ? 0 : e);
    printf("%.17g ", modf_of(parts[i], &whole));
    printf("%.17g ", whole);
    float part;
    printf("%.9g %d ", frexpf((float)parts[i], &e), isinf((float)parts[i]) ? 0 : e);
    printf("%.9g ", modff_of((float)parts[i], &part));
    printf("%.9g\n", part);
  }
  for (int i = 0; i < 40; i++) {
    const int a = (int)next(2000000) - 1000000, b = (int)next(999) - 499;
    if (b == 0) continue;
    const div_t d = div(a, b);
    const ldiv_t l = ldiv(a * 1000003L, b);
    const lldiv_t ll = lldiv(a * -99999999LL, b);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
  }
  printf("%d ", rand());
  const unsigned seeds[] = {0, 1, 42, 0x7fffffff, 0x80000000u, 0xffffffffu};
  for (int i = 0; i < 6; i++) {
    srand(seeds[i]);
    for (int k = 0; k < 8; k++) printf("%d ", rand());
  }
  return 0;
}
