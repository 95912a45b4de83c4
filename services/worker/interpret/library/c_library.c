// The part of the C library, and of what C++ containers call, that is easier said in C than in C++: programs get those of these
// functions that they declare and do not define (interpret/c_library.h). c_library.inc holds what clang makes of this file:
//   services/worker/interpret/library/c_library.sh

typedef unsigned long size_t;
#define ERANGE 34
#define RAND_WORDS 31

void* malloc(size_t size);
void free(void* memory);
void abort(void) __attribute__((noreturn));
void _exit(int code) __attribute__((noreturn));
static void copy(char* to, const char* from, size_t size) { __builtin_memcpy(to, from, size); }

static int last_error;
int* __errno_location(void) { return &last_error; }

// What is to be done at the end, the last first.
struct at_end {
  void (*action)(void*);
  void* argument;
  struct at_end* next;
};
static struct at_end* at_end;
int __cxa_atexit(void (*action)(void*), void* argument, void* module) {
  struct at_end* added = malloc(sizeof *added);
  if (added == 0) return -1;
  added->action = action;
  added->argument = argument;
  added->next = at_end;
  at_end = added;
  return 0;
}
static void call_plain(void* action) { ((void (*)(void))action)(); }
int atexit(void (*action)(void)) { return __cxa_atexit(call_plain, (void*)action, 0); }
void exit(int code) {
  while (at_end != 0) {
    struct at_end* first = at_end;
    at_end = first->next;
    first->action(first->argument);
    free(first);
  }
  _exit(code);
}

// Sorting is stable, as glibc's is while there is memory.
typedef int (*order)(const void*, const void*);
static void merge_sort(char* base, size_t count, size_t size, order compare, char* scratch) {
  if (count < 2) return;
  const size_t half = count / 2;
  merge_sort(base, half, size, compare, scratch);
  merge_sort(base + half * size, count - half, size, compare, scratch);
  char *left = base, *right = base + half * size, *to = scratch;
  size_t lefts = half, rights = count - half;
  while (lefts > 0 && rights > 0) {
    if (compare(left, right) <= 0) {
      copy(to, left, size);
      left += size;
      --lefts;
    } else {
      copy(to, right, size);
      right += size;
      --rights;
    }
    to += size;
  }
  if (lefts > 0) copy(to, left, lefts * size);
  copy(base, scratch, (count - rights) * size);
}
void qsort(void* base, size_t count, size_t size, order compare) {
  if (count < 2 || size == 0) return;
  char* scratch = malloc(count * size);
  if (scratch == 0) abort();
  merge_sort(base, count, size, compare, scratch);
  free(scratch);
}
void* bsearch(const void* key, const void* base, size_t count, size_t size, order compare) {
  while (count > 0) {
    const char* middle = (const char*)base + count / 2 * size;
    const int side = compare(key, middle);
    if (side == 0) return (void*)middle;
    if (side > 0) {
      base = middle + size;
      --count;
    }
    count /= 2;
  }
  return 0;
}

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
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
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

// Strings.
static int is_one_of(char c, const char* set) {
  for (; *set != 0; ++set)
    if (*set == c) return 1;
  return 0;
}
char* strtok_r(char* text, const char* delimiters, char** rest) {
  if (text == 0) text = *rest;
  while (*text != 0 && is_one_of(*text, delimiters)) ++text;
  char* end = text;
  while (*end != 0 && !is_one_of(*end, delimiters)) ++end;
  *rest = *end == 0 ? end : end + 1;
  if (end == text) return 0;
  *end = 0;
  return text;
}
static char* token_rest;
char* strtok(char* text, const char* delimiters) {
  if (text == 0 && token_rest == 0) return 0;
  return strtok_r(text, delimiters, &token_rest);
}
static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int strncasecmp(const char* a, const char* b, size_t most) {
  for (; most > 0; ++a, ++b, --most) {
    const int x = lower((unsigned char)*a), y = lower((unsigned char)*b);
    if (x != y || x == 0) return x - y;
  }
  return 0;
}
int strcasecmp(const char* a, const char* b) { return strncasecmp(a, b, ~0ul); }

// Characters: the tables of glibc's C locale, from character -128 on. C_LOCALE is written by c_library.sh.
#include "c_locale.inc"
static const unsigned short* class_table = classes + 128;
static const int *lower_table = lowers + 128, *upper_table = uppers + 128;
const unsigned short** __ctype_b_loc(void) { return &class_table; }
const int** __ctype_tolower_loc(void) { return &lower_table; }
const int** __ctype_toupper_loc(void) { return &upper_table; }
#define CLASS(name, bit) \
  int name(int c) { return class_table[c] & bit; }
CLASS(isxdigit, 0x1000)
CLASS(ispunct, 0x4)
CLASS(iscntrl, 0x2)
CLASS(isgraph, 0x8000)
CLASS(isblank, 0x1)

// The surroundings: no variables, and a clock that stands still.
char* getenv(const char* name) { return 0; }
char* secure_getenv(const char* name) { return 0; }
long time(long* to) {
  if (to != 0) *to = 0;
  return 0;
}
long clock(void) { return 0; }

// Standard input.
typedef struct file FILE;
static char standard_input;
FILE* stdin = (FILE*)&standard_input;
int __assay_read_byte(void);
#define MOST_PUSHED 512
static unsigned char pushed[MOST_PUSHED];
static int pushed_count, saw_end;
static int read_byte(FILE* file) {
  if (file != stdin) abort();
  if (pushed_count > 0) return pushed[--pushed_count];
  const int c = __assay_read_byte();
  if (c == -1) saw_end = 1;
  return c;
}
int fgetc(FILE* file) { return read_byte(file); }
int getc(FILE* file) { return read_byte(file); }
int getchar(void) { return read_byte(stdin); }
int ungetc(int c, FILE* file) {
  if (c == -1 || file != stdin || pushed_count == MOST_PUSHED) return -1;
  saw_end = 0;
  return pushed[pushed_count++] = (unsigned char)c;
}
int feof(FILE* file) { return file == stdin && saw_end; }
int ferror(FILE* file) { return 0; }
void clearerr(FILE* file) { saw_end = 0; }
char* fgets(char* to, int size, FILE* file) {
  int count = 0;
  while (count + 1 < size) {
    const int c = read_byte(file);
    if (c == -1) break;
    to[count++] = (char)c;
    if (c == '\n') break;
  }
  if (count == 0) return 0;
  to[count] = 0;
  return to;
}
size_t fread(void* to, size_t size, size_t count, FILE* file) {
  for (size_t i = 0; i < size * count; ++i) {
    const int c = read_byte(file);
    if (c == -1) return i / size;
    ((char*)to)[i] = (char)c;
  }
  return count;
}
void* realloc(void* memory, size_t size);
long getdelim(char** line, size_t* room, int last, FILE* file) {
  size_t count = 0;
  for (;;) {
    const int c = read_byte(file);
    if (c == -1) break;
    if (*line == 0 || count + 2 > *room) {
      *room = *line == 0 ? 120 : 2 * *room;
      *line = realloc(*line, *room);
      if (*line == 0) abort();
    }
    (*line)[count++] = (char)c;
    if (c == last) break;
  }
  if (count == 0) return -1;
  (*line)[count] = 0;
  return (long)count;
}
long getline(char** line, size_t* room, FILE* file) { return getdelim(line, room, '\n', file); }

// Reading with a format, from text or from standard input.
struct source {
  const char* text;  // null: standard input
  long read;
};
static int next_of(struct source* from) {
  int c;
  if (from->text != 0) {
    c = (unsigned char)*from->text;
    if (c == 0) return -1;
    ++from->text;
  } else {
    c = read_byte(stdin);
  }
  if (c != -1) ++from->read;
  return c;
}
static void give_back(struct source* from, int c) {
  if (c == -1) return;
  --from->read;
  if (from->text != 0)
    --from->text;
  else
    ungetc(c, stdin);
}
static int skip_blanks(struct source* from) {
  int c;
  do c = next_of(from);
  while (c != -1 && is_blank((char)c));
  give_back(from, c);
  return c;
}
static int is_in_number(char c, int is_float) {
  if (!is_float) return digit_of(c) < 36 || c == '+' || c == '-';
  return digit_of(c) < 36 || c == '+' || c == '-' || c == '.';
}
// The longest beginning that is one number; what follows is given back.
#define MOST_DIGITS 400
static int take_number(struct source* from, char* to, int width, int kind) {
  int count = 0, c;
  if (width <= 0 || width >= MOST_DIGITS) width = MOST_DIGITS - 1;
  const int is_float = kind == 'f';
  const int base = kind == 'd' || kind == 'u' ? 10 : kind == 'x' ? 16 : kind == 'o' ? 8 : 0;
  while (count < width) {
    c = next_of(from);
    if (c == -1) break;
    if (!is_in_number((char)c, is_float)) {
      give_back(from, c);
      break;
    }
    to[count++] = (char)c;
    to[count] = 0;
    char* end = to;
    if (is_float)
      end = to + __assay_number_length(to);
    else
      parse(to, &end, base);
    // A sign, a prefix or an exponent may be completed by what follows.
    const int may_go_on = end == to + count || count < 3 || c == 'e' || c == 'E' || c == '+' || c == '-' || is_float;
    if (!may_go_on) {
      give_back(from, c);
      to[--count] = 0;
      break;
    }
  }
  to[count] = 0;
  char* end = to;
  if (is_float)
    end = to + __assay_number_length(to);
  else
    parse(to, &end, base);
  while (to + count > end) give_back(from, (unsigned char)to[--count]);
  to[count] = 0;
  return count;
}
static void put_number(void* to, int size, unsigned long value) {
  if (size == 1) *(char*)to = (char)value;
  if (size == 2) *(short*)to = (short)value;
  if (size == 4) *(int*)to = (int)value;
  if (size == 8) *(long*)to = (long)value;
}
static int is_in_set(const char* set, const char* end, int c) {
  const int is_negated = *set == '^';
  if (is_negated) ++set;
  int found = 0;
  for (const char* at = set; at < end; ++at) {
    if (at + 2 < end && at[1] == '-') {
      found |= (unsigned char)at[0] <= c && c <= (unsigned char)at[2];
      at += 2;
    } else {
      found |= (unsigned char)*at == c;
    }
  }
  return found != is_negated;
}
static int scan(struct source* from, const char* format, __builtin_va_list list) {
  int done = 0;
  for (; *format != 0; ++format) {
    if (is_blank(*format)) {
      skip_blanks(from);
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') {
        ++format;
        skip_blanks(from);
      }
      const int c = next_of(from);
      if (c == (unsigned char)*format) continue;
      give_back(from, c);
      return c == -1 && done == 0 ? -1 : done;
    }
    ++format;
    const int is_dropped = *format == '*';
    if (is_dropped) ++format;
    int width = 0, size = 4;
    while (*format >= '0' && *format <= '9') width = width * 10 + *format++ - '0';
    for (;; ++format) {
      if (*format == 'h')
        size = size == 2 ? 1 : 2;
      else if (*format == 'l' || *format == 'j' || *format == 'z' || *format == 't' || *format == 'q')
        size = 8;
      else if (*format == 'L')
        size = 16;
      else
        break;
    }
    const int kind = *format;
    if (kind == 'n') {
      put_number(__builtin_va_arg(list, void*), size, (unsigned long)from->read);
      continue;
    }
    if (kind != 'c' && kind != '[' && skip_blanks(from) == -1) return done == 0 ? -1 : done;
    void* to = is_dropped ? 0 : __builtin_va_arg(list, void*);
    if (kind == 'c' || kind == 's' || kind == '[') {
      const char *set = format + 1, *set_end = set;
      if (kind == '[') {
        if (*set_end == '^') ++set_end;
        if (*set_end == ']') ++set_end;
        while (*set_end != ']' && *set_end != 0) ++set_end;
        format = set_end;
      }
      if (width == 0) width = kind == 'c' ? 1 : 0x7fffffff;
      int count = 0, c = 0;
      while (count < width) {
        c = next_of(from);
        if (c == -1) break;
        if ((kind == 's' && is_blank((char)c)) || (kind == '[' && !is_in_set(set, set_end, c))) {
          give_back(from, c);
          break;
        }
        if (to != 0) ((char*)to)[count] = (char)c;
        ++count;
      }
      if (count == 0 || (kind == 'c' && count < width)) return c == -1 && done == 0 ? -1 : done;
      if (to != 0 && kind != 'c') ((char*)to)[count] = 0;
      done += to != 0;
      continue;
    }
    char text[MOST_DIGITS];
    const int is_float = kind == 'f' || kind == 'e' || kind == 'g' || kind == 'a' || kind == 'F' || kind == 'E' || kind == 'G' || kind == 'A';
    const int is_pointer = kind == 'p', as = is_float ? 'f' : is_pointer || kind == 'X' ? 'x' : kind;
    if (!is_float && !is_pointer && kind != 'd' && kind != 'i' && kind != 'u' && kind != 'x' && kind != 'X' && kind != 'o') abort();
    if (take_number(from, text, width, as) == 0) return done;
    if (to == 0) continue;
    ++done;
    if (is_float && size == 4) {
      *(float*)to = __assay_float(text);
    } else if (is_float && size == 8) {
      *(double*)to = __assay_double(text);
    } else if (is_float) {
      *(long double*)to = __assay_long_double(text);
    } else {
      const int base = as == 'i' ? 0 : as == 'x' ? 16 : as == 'o' ? 8 : 10;
      const struct parsed number = parse(text, 0, base);
      put_number(to, is_pointer ? 8 : size, as == 'd' || as == 'i' ? (unsigned long)as_signed(number) : as_unsigned(number));
    }
  }
  return done;
}
int vsscanf(const char* text, const char* format, __builtin_va_list list) {
  struct source from = {text, 0};
  return scan(&from, format, list);
}
int vfscanf(FILE* file, const char* format, __builtin_va_list list) {
  struct source from = {0, 0};
  if (file != stdin) abort();
  return scan(&from, format, list);
}
#define SCANNER(name, type, source)             \
  int name(type from, const char* format, ...) { \
    __builtin_va_list list;                      \
    __builtin_va_start(list, format);            \
    const int done = source(from, format, list); \
    __builtin_va_end(list);                      \
    return done;                                 \
  }
SCANNER(sscanf, const char*, vsscanf)
SCANNER(__isoc99_sscanf, const char*, vsscanf)
SCANNER(__isoc23_sscanf, const char*, vsscanf)
SCANNER(fscanf, FILE*, vfscanf)
SCANNER(__isoc99_fscanf, FILE*, vfscanf)
SCANNER(__isoc23_fscanf, FILE*, vfscanf)
#define STANDARD_SCANNER(name)                      \
  int name(const char* format, ...) {                \
    __builtin_va_list list;                          \
    __builtin_va_start(list, format);                \
    const int done = vfscanf(stdin, format, list);   \
    __builtin_va_end(list);                          \
    return done;                                     \
  }
STANDARD_SCANNER(scanf)
STANDARD_SCANNER(__isoc99_scanf)
STANDARD_SCANNER(__isoc23_scanf)

// What errors are called.
static const char* const error_names[] = {ERROR_NAMES};
char* strerror(int number) {
  static char unknown[] = "Unknown error";
  if (number < 0 || number >= (int)(sizeof error_names / sizeof *error_names)) return unknown;
  return (char*)error_names[number];
}
extern FILE* stderr;
int fprintf(FILE* file, const char* format, ...);
void perror(const char* what) {
  if (what != 0 && *what != 0) fprintf(stderr, "%s: ", what);
  fprintf(stderr, "%s\n", strerror(last_error));
}
int vsnprintf(char* to, size_t size, const char* format, __builtin_va_list list);
int vasprintf(char** to, const char* format, __builtin_va_list list) {
  __builtin_va_list again;
  __builtin_va_copy(again, list);
  char nothing[1];
  const int count = vsnprintf(nothing, 0, format, list);
  *to = malloc((size_t)count + 1);
  if (*to == 0) abort();
  vsnprintf(*to, (size_t)count + 1, format, again);
  __builtin_va_end(again);
  return count;
}
int asprintf(char** to, const char* format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  const int count = vasprintf(to, format, list);
  __builtin_va_end(list);
  return count;
}
int strcoll(const char* a, const char* b) {
  while (*a != 0 && *a == *b) ++a, ++b;
  return (unsigned char)*a - (unsigned char)*b;
}

char __libc_single_threaded = 1;

// C++: local variables that are initialized once, and what std::list, std::map and std::set call.
int __cxa_guard_acquire(char* guard) { return *guard == 0; }
void __cxa_guard_release(char* guard) { *guard = 1; }
void __cxa_pure_virtual(void) { abort(); }

struct list_node {
  struct list_node *next, *before;
};
void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct list_node* node, struct list_node* place) {
  node->next = place;
  node->before = place->before;
  place->before->next = node;
  place->before = node;
}
void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct list_node* node) {
  node->before->next = node->next;
  node->next->before = node->before;
}
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct list_node* place, struct list_node* first,
                                                          struct list_node* end) {
  if (place == end) return;
  struct list_node* last = end->before;
  first->before->next = end;
  end->before = first->before;
  first->before = place->before;
  place->before->next = first;
  last->next = place;
  place->before = last;
}

// A red-black tree. The header is the root's parent; its left and right are the first and the last node.
struct tree_node {
  int black;
  struct tree_node *parent, *left, *right;
};
struct tree_node* _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct tree_node* node) {
  if (node->right != 0) {
    node = node->right;
    while (node->left != 0) node = node->left;
    return node;
  }
  struct tree_node* parent = node->parent;
  while (node == parent->right) {
    node = parent;
    parent = parent->parent;
  }
  return node->right != parent ? parent : node;
}
struct tree_node* _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct tree_node* node) {
  if (!node->black && node->parent->parent == node) return node->right;  // the header
  if (node->left != 0) {
    node = node->left;
    while (node->right != 0) node = node->right;
    return node;
  }
  struct tree_node* parent = node->parent;
  while (node == parent->left) {
    node = parent;
    parent = parent->parent;
  }
  return parent;
}
const struct tree_node* _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(const struct tree_node* node) {
  return _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base((struct tree_node*)node);
}
const struct tree_node* _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(const struct tree_node* node) {
  return _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base((struct tree_node*)node);
}
static void replace_child(struct tree_node* old, struct tree_node* new, struct tree_node* header) {
  if (header->parent == old)
    header->parent = new;
  else if (old->parent->left == old)
    old->parent->left = new;
  else
    old->parent->right = new;
}
static void rotate(struct tree_node* node, int leftward, struct tree_node* header) {
  struct tree_node* up = leftward ? node->right : node->left;
  struct tree_node* inner = leftward ? up->left : up->right;
  if (leftward)
    node->right = inner;
  else
    node->left = inner;
  if (inner != 0) inner->parent = node;
  up->parent = node->parent;
  replace_child(node, up, header);
  if (leftward)
    up->left = node;
  else
    up->right = node;
  node->parent = up;
}
void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(_Bool left, struct tree_node* node,
                                                                       struct tree_node* parent,
                                                                       struct tree_node* header) {
  node->parent = parent;
  node->left = node->right = 0;
  node->black = 0;
  if (left) {
    parent->left = node;  // of the header: the first
    if (parent == header)
      header->parent = header->right = node;
    else if (parent == header->left)
      header->left = node;
  } else {
    parent->right = node;
    if (parent == header->right) header->right = node;
  }
  while (node != header->parent && !node->parent->black) {
    struct tree_node* above = node->parent->parent;
    const int is_left = node->parent == above->left;
    struct tree_node* uncle = is_left ? above->right : above->left;
    if (uncle != 0 && !uncle->black) {
      node->parent->black = uncle->black = 1;
      above->black = 0;
      node = above;
      continue;
    }
    if (node == (is_left ? node->parent->right : node->parent->left)) {
      node = node->parent;
      rotate(node, is_left, header);
    }
    node->parent->black = 1;
    above->black = 0;
    rotate(above, !is_left, header);
  }
  header->parent->black = 1;
}
static void repair(struct tree_node* node, struct tree_node* parent, struct tree_node* header) {
  while (node != header->parent && (node == 0 || node->black)) {
    const int is_left = node == parent->left;
    struct tree_node* sibling = is_left ? parent->right : parent->left;
    if (!sibling->black) {
      sibling->black = 1;
      parent->black = 0;
      rotate(parent, is_left, header);
      sibling = is_left ? parent->right : parent->left;
    }
    struct tree_node* near = is_left ? sibling->left : sibling->right;
    struct tree_node* far = is_left ? sibling->right : sibling->left;
    if ((near == 0 || near->black) && (far == 0 || far->black)) {
      sibling->black = 0;
      node = parent;
      parent = parent->parent;
      continue;
    }
    if (far == 0 || far->black) {
      near->black = 1;
      sibling->black = 0;
      rotate(sibling, !is_left, header);
      sibling = is_left ? parent->right : parent->left;
      far = is_left ? sibling->right : sibling->left;
    }
    sibling->black = parent->black;
    parent->black = 1;
    if (far != 0) far->black = 1;
    rotate(parent, is_left, header);
    break;
  }
  if (node != 0) node->black = 1;
}
struct tree_node* _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct tree_node* node,
                                                                               struct tree_node* header) {
  if (header->left == node) header->left = _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(node);
  if (header->right == node) {
    struct tree_node* last = node->left == 0 ? node->parent : node->left;
    while (node->left != 0 && last->right != 0) last = last->right;
    header->right = last;
  }
  struct tree_node *child, *parent;
  int was_black = node->black;
  if (node->left != 0 && node->right != 0) {
    struct tree_node* next = node->right;
    while (next->left != 0) next = next->left;
    child = next->right;
    was_black = next->black;
    parent = next;
    if (next != node->right) {
      parent = next->parent;
      parent->left = child;
      if (child != 0) child->parent = parent;
      next->right = node->right;
      node->right->parent = next;
    }
    next->left = node->left;
    node->left->parent = next;
    replace_child(node, next, header);
    next->parent = node->parent;
    next->black = node->black;
  } else {
    child = node->left != 0 ? node->left : node->right;
    parent = node->parent;
    replace_child(node, child, header);
    if (child != 0) child->parent = parent;
  }
  if (was_black) repair(child, parent, header);
  return node;
}

// std::allocator<char> holds nothing.
void _ZNSaIcEC1Ev(void* self) {}
void _ZNSaIcEC2Ev(void* self) {}
void _ZNSaIcEC1ERKS_(void* self, const void* other) {}
void _ZNSaIcEC2ERKS_(void* self, const void* other) {}
void _ZNSaIcED1Ev(void* self) {}
void _ZNSaIcED2Ev(void* self) {}
