// Numbers in text.
static int is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}
struct parsed {
  unsigned long magnitude;
  int negative, overflow;
};
static struct parsed parse(const char* text, char** end, int base) {
  struct parsed number = {0, 0, 0};
  const char* at = text;
  while (is_blank(*at)) ++at;
  if (*at == '-' || *at == '+') number.negative = *at++ == '-';
  const int prefixed = at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && digit_of(at[2]) < 16;
  if ((base == 0 || base == 16) && prefixed) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  const char* first = at;
  for (; digit_of(*at) < base; ++at) {
    unsigned long shifted;
    number.overflow |= __builtin_mul_overflow(number.magnitude, (unsigned long)base, &shifted);
    number.overflow |= __builtin_add_overflow(shifted, (unsigned long)digit_of(*at), &number.magnitude);
  }
  if (end != 0) *end = (char*)(at == first ? text : at);
  return number;
}
static long as_signed(struct parsed number) {
  const unsigned long limit = (1ul << 63) - !number.negative;
  if (number.overflow || number.magnitude > limit) {
    last_error = ERANGE;
    number.magnitude = limit;
  }
  return (long)(number.negative ? -number.magnitude : number.magnitude);
}
static unsigned long as_unsigned(struct parsed number) {
  if (!number.overflow) return number.negative ? -number.magnitude : number.magnitude;
  last_error = ERANGE;
  return ~0ul;
}
long strtol(const char* text, char** end, int base) { return as_signed(parse(text, end, base)); }
long long strtoll(const char* text, char** end, int base) { return as_signed(parse(text, end, base)); }
unsigned long strtoul(const char* text, char** end, int base) { return as_unsigned(parse(text, end, base)); }
unsigned long long strtoull(const char* text, char** end, int base) { return as_unsigned(parse(text, end, base)); }
long __isoc23_strtol(const char* text, char** end, int base) { return as_signed(parse(text, end, base)); }
unsigned long __isoc23_strtoul(const char* text, char** end, int base) { return as_unsigned(parse(text, end, base)); }
long long atoll(const char* text) { return as_signed(parse(text, 0, 10)); }

long __isoc23_strtoll(const char* text, char** end, int base) { return as_signed(parse(text, end, base)); }
unsigned long __isoc23_strtoull(const char* text, char** end, int base) { return as_unsigned(parse(text, end, base)); }

// Floating-point numbers in text: what the interpreter reads (runtime.cpp).
long __assay_number_length(const char* text);
int __assay_number_range(const char* text, int bits);
double __assay_double(const char* text);
float __assay_float(const char* text);
long double __assay_long_double(const char* text);
static void place_end(const char* text, char** end, int bits) {
  if (end != 0) *end = (char*)text + __assay_number_length(text);
  if (__assay_number_range(text, bits)) last_error = ERANGE;
}
double strtod(const char* text, char** end) {
  place_end(text, end, 64);
  return __assay_double(text);
}
float strtof(const char* text, char** end) {
  place_end(text, end, 32);
  return __assay_float(text);
}
long double strtold(const char* text, char** end) {
  place_end(text, end, 80);
  return __assay_long_double(text);
}
double atof(const char* text) { return __assay_double(text); }

// Numbers.
typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
double frexp(double value, int* exponent) {
  unsigned long bits = __builtin_bit_cast(unsigned long, value);
  const int field = (int)(bits >> 52) & 0x7ff;
  *exponent = 0;
  if (field == 0x7ff || value == 0) return value;
  if (field == 0) {
    const double scaled = frexp(value * 0x1p54, exponent);
    *exponent -= 54;
    return scaled;
  }
  *exponent = field - 1022;
  bits = (bits & ~(0x7fful << 52)) | (1022ul << 52);
  return __builtin_bit_cast(double, bits);
}
double modf(double value, double* whole) {
  *whole = __builtin_trunc(value);
  const double rest = __builtin_isinf(value) ? 0 : value - *whole;
  return __builtin_copysign(rest, value);
}
float modff(float value, float* whole) {
  double wide;
  const double rest = modf(value, &wide);
  *whole = (float)wide;
  return (float)rest;
}
float frexpf(float value, int* exponent) { return (float)frexp(value, exponent); }

// rand, as glibc has it.
#define RAND_WORDS 31
static unsigned random_words[RAND_WORDS];
static int random_place = -1;
static unsigned next_random(void) {
  const int place = random_place, behind = place >= 3 ? place - 3 : place + RAND_WORDS - 3;
  random_words[place] += random_words[behind];
  random_place = place + 1 == RAND_WORDS ? 0 : place + 1;
  return random_words[place] >> 1;
}
void srand(unsigned seed) {
  int word = seed == 0 ? 1 : (int)seed;
  random_words[0] = (unsigned)word;
  for (int i = 1; i < RAND_WORDS; ++i) {
    word = (int)((16807l * word) % 2147483647);
    if (word < 0) word += 2147483647;
    random_words[i] = (unsigned)word;
  }
  random_place = 3;
  for (int i = 0; i < 10 * RAND_WORDS; ++i) next_random();
}
int rand(void) {
  if (random_place < 0) srand(1);
  return (int)next_random();
}
