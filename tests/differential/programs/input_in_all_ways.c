// Each function that reads standard input.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
int plain_scanf(const char*, ...) __asm__("scanf");
int plain_fscanf(FILE*, const char*, ...) __asm__("fscanf");
int plain_vfscanf(FILE*, const char*, va_list) __asm__("vfscanf");
static int through_list(const char* format, ...) {
  va_list list;
  va_start(list, format);
  const int count = plain_vfscanf(stdin, format, list);
  va_end(list);
  return count;
}
int main(void) {
  printf("%c", fgetc(stdin));
  printf("%c", getc(stdin));
  printf("%c", getchar());
  printf("%d%d", ungetc('X', stdin), ungetc('Y', stdin) == 'Y');
  char word[8] = "";
  printf("%d %s|", scanf("%3s", word), word);
  printf("%d %s|", fscanf(stdin, "%7s", word), word);
  char one, two, three;
  printf("%d%d%d ", plain_scanf("%c", &one), plain_fscanf(stdin, "%c", &two), through_list("%c", &three));
  printf("%c%c%c|", one, two, three);
  char line[40];
  printf("%s|", fgets(line, 5, stdin));
  printf("%s|", fgets(line, sizeof line, stdin));
  char* text = NULL;
  size_t room = 0;
  printf("%ld ", (long)getdelim(&text, &room, '4', stdin));
  printf("%s|", text);
  printf("%d %d|", feof(stdin), ferror(stdin));
  printf("%zu|", fread(line, 1, sizeof line, stdin));
  printf("%d ", feof(stdin) != 0);
  printf("%d ", getchar());
  clearerr(stdin);
  printf("%d ", feof(stdin) != 0);
  printf("%ld %d", (long)getline(&text, &room, stdin), fgets(line, 5, stdin) == NULL);
  free(text);
  return 0;
}
