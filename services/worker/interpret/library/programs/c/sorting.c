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
