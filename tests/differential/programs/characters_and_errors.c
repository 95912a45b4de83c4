// The tables of characters, comparisons without case, tokens, and the names of errors: all of them.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
static char* made_of(const char* format, ...) {
  va_list list;
  va_start(list, format);
  char* text;
  if (vasprintf(&text, format, list) < 0) abort();
  va_end(list);
  return text;
}
static int sign(int n) { return (n > 0) - (n < 0); }
int main(void) {
  for (int c = -128; c < 256; c++)
    printf("%x %d %d\n", (*__ctype_b_loc())[c], (*__ctype_tolower_loc())[c], (*__ctype_toupper_loc())[c]);
  int (*volatile kinds[])(int) = {(isxdigit), (ispunct), (iscntrl), (isgraph), (isblank)};
  for (int c = -1; c < 256; c++)
    for (int k = 0; k < 5; k++) putchar(kinds[k](c) ? '1' : '0');
  for (int e = -3; e < 140; e++) puts(strerror(e));
  for (int e = 0; e < 3; e++) {
    errno = e;
    perror(e == 1 ? "what" : e == 2 ? "" : NULL);
  }
  const char* words[] = {"", "a", "A", "b", "aB", "Ab", "abc", "ABD", "a-", "z\xe4", "z\xc4", "Zz"};
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) {
      printf("%d%d", sign(strcasecmp(words[i], words[j])), sign(strcoll(words[i], words[j])));
      for (int n = 0; n < 4; n++) printf("%d", sign(strncasecmp(words[i], words[j], n)));
    }
  const char* lists[] = {"", ",", "a", ",a", "a,", "a,,b;c", ";;;", "one two", "x,y z;w"};
  const char* delimiters[] = {",", ";,", " ", "", "abc"};
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 5; j++) {
      char text[16], *rest;
      strcpy(text, lists[i]);
      for (char* t = strtok_r(text, delimiters[j], &rest); t; t = strtok_r(NULL, delimiters[j], &rest))
        printf("[%s]", t);
      strcpy(text, lists[i]);
      for (char* t = strtok(text, delimiters[j]); t; t = strtok(NULL, delimiters[j])) printf("(%s)", t);
      putchar('\n');
    }
  char* made;
  printf("%d", asprintf(&made, "%s-%d-%5.2f", "text", 42, 3.14159));
  puts(made);
  free(made);
  made = made_of("%c%s", 'x', "yz");
  puts(made);
  free(made);
  time_t now;
  printf("%d%d", time(&now) == now, clock() >= 0);
  return secure_getenv("ASSAY_NOT_SET") != NULL;
}
