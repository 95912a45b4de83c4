// Characters: the tables of the C locale, as glibc lays them out, from character -128 on.
enum {
  UPPER = 0x100,
  LOWER = 0x200,
  ALPHA = 0x400,
  DIGIT = 0x800,
  XDIGIT = 0x1000,
  SPACE = 0x2000,
  PRINT = 0x4000,
  GRAPH = 0x8000,
  BLANK = 0x1,
  CNTRL = 0x2,
  PUNCT = 0x4,
  ALNUM = 0x8
};
#define LETTER (ALPHA | ALNUM | PRINT | GRAPH)
#define TABLE_START 128
#define FROM(first, last) [TABLE_START + (first)... TABLE_START + (last)]
static const unsigned short classes[384] = {
    FROM(0, '\b') = CNTRL,
    FROM('\t', '\t') = CNTRL | SPACE | BLANK,
    FROM('\n', '\r') = CNTRL | SPACE,
    FROM(14, 31) = CNTRL,
    FROM(' ', ' ') = SPACE | PRINT | BLANK,
    FROM('!', '/') = PUNCT | PRINT | GRAPH,
    FROM('0', '9') = DIGIT | XDIGIT | ALNUM | PRINT | GRAPH,
    FROM(':', '@') = PUNCT | PRINT | GRAPH,
    FROM('A', 'F') = LETTER | UPPER | XDIGIT,
    FROM('G', 'Z') = LETTER | UPPER,
    FROM('[', '`') = PUNCT | PRINT | GRAPH,
    FROM('a', 'f') = LETTER | LOWER | XDIGIT,
    FROM('g', 'z') = LETTER | LOWER,
    FROM('{', '~') = PUNCT | PRINT | GRAPH,
    FROM(127, 127) = CNTRL,
};
static const unsigned short* const class_table = classes + TABLE_START;
const unsigned short** __ctype_b_loc(void) {
  static const unsigned short* table = classes + TABLE_START;
  return &table;
}

// Characters before 0 stand for those from 128 on, but for -1, which is the end of a file.
#define TO_LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 32 : (c))
#define TO_UPPER(c) ((c) >= 'a' && (c) <= 'z' ? (c)-32 : (c))
#define HIGH(c) ((c) < -1 ? (c) + 256 : (c))
#define FOUR(row, c) row(c), row((c) + 1), row((c) + 2), row((c) + 3)
#define SIXTEEN(row, c) FOUR(row, c), FOUR(row, (c) + 4), FOUR(row, (c) + 8), FOUR(row, (c) + 12)
#define SIXTY_FOUR(row, c) SIXTEEN(row, c), SIXTEEN(row, (c) + 16), SIXTEEN(row, (c) + 32), SIXTEEN(row, (c) + 48)
#define CASES(row)                                                                                              \
  SIXTY_FOUR(HIGH, -128), SIXTY_FOUR(HIGH, -64), SIXTY_FOUR(row, 0), SIXTY_FOUR(row, 64), SIXTY_FOUR(row, 128), \
      SIXTY_FOUR(row, 192)
static const int lowers[384] = {CASES(TO_LOWER)}, uppers[384] = {CASES(TO_UPPER)};
const int** __ctype_tolower_loc(void) {
  static const int* table = lowers + TABLE_START;
  return &table;
}
const int** __ctype_toupper_loc(void) {
  static const int* table = uppers + TABLE_START;
  return &table;
}
#define CLASS(name, bit) \
  int name(int c) { return class_table[c] & bit; }
CLASS(isxdigit, XDIGIT)
CLASS(ispunct, PUNCT)
CLASS(iscntrl, CNTRL)
CLASS(isgraph, GRAPH)
CLASS(isblank, BLANK)
