#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef enum { NUM, STR, ARR, OBJ, BOOL, NUL } kind;
typedef struct value {
  kind k;
  double n;
  char* s;
  struct value** items;
  char** keys;
  int count;
} value;
static const char* p;
static void ws(void) {
  while (isspace((unsigned char)*p)) p++;
}
static value* parse(void);
static char* str(void) {
  p++;
  const char* e = p;
  while (*e != '"') e += *e == '\\' ? 2 : 1;
  char *r = malloc(e - p + 1), *o = r;
  while (p < e) {
    if (*p == '\\') {
      p++;
      *o++ = *p == 'n' ? '\n' : *p;
      p++;
    } else
      *o++ = *p++;
  }
  *o = 0;
  p++;
  return r;
}
static void push(value* v, char* key, value* x) {
  v->items = realloc(v->items, (v->count + 1) * sizeof *v->items);
  v->keys = realloc(v->keys, (v->count + 1) * sizeof *v->keys);
  v->items[v->count] = x;
  v->keys[v->count++] = key;
}
static value* parse(void) {
  ws();
  value* v = calloc(1, sizeof *v);
  if (*p == '"') {
    v->k = STR;
    v->s = str();
  } else if (*p == '[') {
    v->k = ARR;
    p++;
    ws();
    while (*p != ']') {
      push(v, 0, parse());
      ws();
      if (*p == ',') p++;
      ws();
    }
    p++;
  } else if (*p == '{') {
    v->k = OBJ;
    p++;
    ws();
    while (*p != '}') {
      char* k = str();
      ws();
      p++;
      push(v, k, parse());
      ws();
      if (*p == ',') p++;
      ws();
    }
    p++;
  } else if (!strncmp(p, "true", 4)) {
    v->k = BOOL;
    v->n = 1;
    p += 4;
  } else if (!strncmp(p, "null", 4)) {
    v->k = NUL;
    p += 4;
  } else {
    char* e;
    v->k = NUM;
    v->n = strtod(p, &e);
    p = e;
  }
  return v;
}
static void show(const value* v) {
  switch (v->k) {
    case NUM:
      printf("%g", v->n);
      break;
    case STR:
      printf("\"%s\"", v->s);
      break;
    case BOOL:
      printf("true");
      break;
    case NUL:
      printf("null");
      break;
    case ARR:
      putchar('[');
      for (int i = 0; i < v->count; i++) {
        if (i) putchar(',');
        show(v->items[i]);
      }
      putchar(']');
      break;
    case OBJ:
      putchar('{');
      for (int i = 0; i < v->count; i++) {
        if (i) putchar(',');
        printf("\"%s\":", v->keys[i]);
        show(v->items[i]);
      }
      putchar('}');
  }
}
int main(void) {
  p = "{\"a\": [1, 2.5, -3e2, {\"b\": null}], \"name\": \"x\\\"y\", \"ok\": true, \"empty\": [], \"o\": {}}";
  value* v = parse();
  show(v);
  puts("");
  return v->count;
}
