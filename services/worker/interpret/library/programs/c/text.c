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
