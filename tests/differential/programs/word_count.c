#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 64
struct entry {
  char* word;
  int count;
  struct entry* next;
};
static struct entry* table[N];
static unsigned hash(const char* s) {
  unsigned h = 5381;
  while (*s) h = h * 33 ^ (unsigned char)*s++;
  return h;
}
static void add(const char* w) {
  unsigned h = hash(w) % N;
  for (struct entry* e = table[h]; e; e = e->next)
    if (!strcmp(e->word, w)) {
      e->count++;
      return;
    }
  struct entry* e = malloc(sizeof *e);
  e->word = strdup(w);
  e->count = 1;
  e->next = table[h];
  table[h] = e;
}
static int cmp(const void* a, const void* b) {
  const struct entry *x = *(struct entry*const*)a, *y = *(struct entry*const*)b;
  return x->count != y->count ? y->count - x->count : strcmp(x->word, y->word);
}
int main(int argc, char** argv) {
  const char* text =
      "The quick brown fox jumps over the lazy dog. The dog barks; the fox runs away! Over and over, the quick fox "
      "wins.";
  char word[32];
  int n = 0;
  for (const char* p = text;; p++) {
    if (isalpha((unsigned char)*p)) {
      if (n < 31) word[n++] = tolower((unsigned char)*p);
    } else if (n) {
      word[n] = 0;
      add(word);
      n = 0;
    }
    if (!*p) break;
  }
  struct entry* all[100];
  int count = 0;
  for (int i = 0; i < N; i++)
    for (struct entry* e = table[i]; e; e = e->next) all[count++] = e;
  qsort(all, count, sizeof all[0], cmp);
  for (int i = 0; i < count; i++) printf("%-10s %3d\n", all[i]->word, all[i]->count);
  char buffer[100];
  int len = snprintf(buffer, sizeof buffer, "%d words, %s", count, argc > 1 ? argv[1] : "none");
  puts(buffer);
  printf("%d %zu\n", len, strlen(buffer));
  for (int i = 0; i < count; i++) {
    free(all[i]->word);
    free(all[i]);
  }
  return count;
}
