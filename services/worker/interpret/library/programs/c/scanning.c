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
    const int prefix = *to == '+' || *to == '-' ? 4 : 3;
    const int may_go_on =
        end == to + count || count < prefix || c == 'e' || c == 'E' || c == '+' || c == '-' || is_float;
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
  const char* digits = *to == '+' || *to == '-' ? to + 1 : to;
  if (is_float && end == digits + 1 && *digits == '0' && (*end == 'x' || *end == 'X')) return 0;  // a prefix only
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
      if (count == 0) return c == -1 && done == 0 ? -1 : done;
      if (to != 0 && kind != 'c') ((char*)to)[count] = 0;
      done += to != 0;
      continue;
    }
    char text[MOST_DIGITS];
    const int is_float = kind == 'f' || kind == 'e' || kind == 'g' || kind == 'a' || kind == 'F' || kind == 'E' ||
                         kind == 'G' || kind == 'A';
    const int is_pointer = kind == 'p', as = is_float ? 'f' : is_pointer || kind == 'X' ? 'x' : kind;
    if (!is_float && !is_pointer && kind != 'd' && kind != 'i' && kind != 'u' && kind != 'x' && kind != 'X' &&
        kind != 'o')
      abort();
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
      put_number(to, is_pointer ? 8 : size,
                 as == 'd' || as == 'i' ? (unsigned long)as_signed(number) : as_unsigned(number));
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
#define SCANNER(name, type, source)              \
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
#define STANDARD_SCANNER(name)                     \
  int name(const char* format, ...) {              \
    __builtin_va_list list;                        \
    __builtin_va_start(list, format);              \
    const int done = vfscanf(stdin, format, list); \
    __builtin_va_end(list);                        \
    return done;                                   \
  }
STANDARD_SCANNER(scanf)
STANDARD_SCANNER(__isoc99_scanf)
STANDARD_SCANNER(__isoc23_scanf)
