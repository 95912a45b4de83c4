// sscanf: many formats on many texts.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
int plain_sscanf(const char*, const char*, ...) __asm__("sscanf");
int plain_vsscanf(const char*, const char*, va_list) __asm__("vsscanf");
static int through_list(const char* text, const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int count = plain_vsscanf(text, format, list);
  va_end(list);
  return count;
}
int main(void) {
  const char* texts[] = {"",         " ",      "42",      "-17 rest",    "+0x1F,8", "0x",   "077 8",
                         "3.25e2x",  "-.5e-3", "1e",      "99999999999", "abc def", "a,b",  "%5",
                         "12345678", "  x",    "nan inf", "0b1",         "-",       "1 2 3"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char* t = texts[i];
    int a = -1, b = -1, n = -1;
    unsigned u = 9;
    long l = -1;
    short h = -1;
    signed char hh = -1;
    long long ll = -1;
    float f = -1;
    double d = -1;
    long double ld = -1;
    char s[20] = "", r[20] = "", c = '?', cc[4] = "";
    printf("%s: ", t);
    printf("%d %d|", sscanf(t, "%d", &a), a);
    printf("%d %d %d|", sscanf(t, "%2d%n", &b, &n), b, n);
    printf("%d %u|", sscanf(t, "%u", &u), u);
    printf("%d %ld|", sscanf(t, "%li", &l), l);
    printf("%d %d|", sscanf(t, "%hi", &h), h);
    printf("%d %d|", sscanf(t, "%hhd", &hh), hh);
    printf("%d %lld|", sscanf(t, "%llx", (unsigned long long*)&ll), ll);
    printf("%d %u|", sscanf(t, "%o", &u), u);
    printf("%d %g|", sscanf(t, "%f", &f), f);
    printf("%d %g|", sscanf(t, "%lf", &d), d);
    printf("%d %g|", sscanf(t, "%Lg", &ld), (double)ld);
    printf("%d %s %s|", sscanf(t, "%s%19s", s, r), s, r);
    printf("%d %c|", sscanf(t, "%c", &c), c);
    printf("%d %.3s|", sscanf(t, "%3c", cc), cc);
    s[0] = r[0] = 0;
    printf("%d %s %s|", sscanf(t, "%[a-c,]%[^x]", s, r), s, r);
    printf("%d %d|", sscanf(t, "%*d%d", &a), a);
    printf("%d %d|", sscanf(t, "+%i,%d", &a, &b), b);
    printf("%d|", sscanf(t, "%%%d", &a));
    printf("%d %d|", plain_sscanf(t, "%x", &a), a);
    printf("%d %d\n", through_list(t, "%4i", &a), a);
  }
  return 0;
}
