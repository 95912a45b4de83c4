#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  const char* t[] = {"3.14159",
                     "-1e10",
                     "0x1.8p3",
                     "inf",
                     "nan",
                     "1e400",
                     "1e-400",
                     "4.9e-324",
                     "  12abc",
                     "2.2250738585072011e-308",
                     "123456789012345678901234567890",
                     ".5",
                     "5.",
                     "e5",
                     "1e",
                     "1e+",
                     "-0",
                     "0.1",
                     "179769313486231570814527423731704356798070e267"};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    char* end;
    double d = strtod(t[i], &end);
    float f = strtof(t[i], 0);
    printf("%s: %.17g %.9g rest '%s' atof %g\n", t[i], d, f, end, atof(t[i]));
  }
  double x = 2.0;
  printf("%f %f %f %f\n", sqrt(x), cbrt(27.0), hypot(3, 4), log2(1024));
  printf("%f %f %f %f\n", floor(-2.5), ceil(-2.5), trunc(-2.5), round(-2.5));
  printf("%f %f %f\n", fmod(10.5, 3), remainder(10.5, 3), modf(3.25, &x));
  printf("%g %g %d\n", x, ldexp(0.75, 4), ilogb(1000.0));
  printf("%a %e %G %5.1f|%-8.3f|%+g|%08.2f|% g\n", 1.0, 12345.678, 1e-10, 2.25, 3.14159, 5.0, -3.5, 7.0);
  printf("%d %d %d %d\n", isnan(NAN), isinf(INFINITY), signbit(-0.0) != 0, fpclassify(1.0) == FP_NORMAL);
  printf("%ld %ld %lld\n", lround(2.5), lrint(2.5), llround(-2.5));
  printf("%.3Lf %Lg\n", 1.5L, 1e100L);
  printf("%g %g %g\n", DBL_MAX, DBL_MIN, FLT_EPSILON);
  printf("%.0f %.10f %g\n", 0.5, 1.0 / 3, 1e5);
  printf("%.15g %.3g %#g\n", 100000000.0, 1234567.0, 1.0);
  return 0;
}
