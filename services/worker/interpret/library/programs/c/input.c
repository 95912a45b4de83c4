// Standard input.
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
