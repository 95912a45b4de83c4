// Hash tables: how many buckets they have decides the order of what is in them.
namespace std {
namespace __detail {

#include "primes.h"

struct _Prime_rehash_policy {
  size_t _M_next_bkt(size_t count) const;
  pair<bool, size_t> _M_need_rehash(size_t buckets, size_t elements, size_t added) const;

  static constexpr size_t _S_growth_factor = 2;
  float _M_max_load_factor;
  mutable size_t _M_next_resize;
};
size_t _Prime_rehash_policy::_M_next_bkt(size_t count) const {
  static const unsigned char few[] = {2, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13};
  if (count < sizeof few) {
    if (count == 0) return 1;
    _M_next_resize = __builtin_floor(few[count] * (double)_M_max_load_factor);
    return few[count];
  }
  const unsigned long* last = primes + sizeof primes / sizeof *primes - 1;
  const unsigned long* next = primes + 6;
  while (next < last && *next < count) ++next;
  _M_next_resize = next == last ? size_t(-1) : __builtin_floor(*next * (double)_M_max_load_factor);
  return *next;
}
pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t added) const {
  if (elements + added <= _M_next_resize) return {false, 0};
  const double needed = max<size_t>(elements + added, _M_next_resize ? 0 : 11) / (double)_M_max_load_factor;
  if (needed >= buckets)
    return {true, _M_next_bkt(max<size_t>(__builtin_floor(needed) + 1, buckets * _S_growth_factor))};
  _M_next_resize = __builtin_floor(buckets * (double)_M_max_load_factor);
  return {false, 0};
}
}  // namespace __detail

// MurmurHash, as libstdc++ has it.
size_t _Hash_bytes(const void* from, size_t size, size_t seed) {
  constexpr size_t factor = (size_t{0xc6a4a793} << 32) + 0x5bd1e995;
  const auto mixed = [](size_t value) { return value ^ (value >> 47); };
  const auto* bytes = static_cast<const unsigned char*>(from);
  size_t hash = seed ^ (size * factor);
  for (; size >= 8; size -= 8, bytes += 8) {
    size_t data;
    __builtin_memcpy(&data, bytes, 8);
    hash = (hash ^ mixed(data * factor) * factor) * factor;
  }
  if (size != 0) {
    size_t data = 0;
    while (size > 0) data = (data << 8) + bytes[--size];
    hash = (hash ^ data) * factor;
  }
  return mixed(mixed(hash) * factor);
}

}  // namespace std
