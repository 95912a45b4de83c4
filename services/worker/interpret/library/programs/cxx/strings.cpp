// Strings: the members that are not said where they are declared.

namespace std {
inline namespace __cxx11 {

#define MEMBER(result)                                 \
  template <class Char, class Traits, class Allocator> \
  result basic_string<Char, Traits, Allocator>
#define STRING basic_string<Char, Traits, Allocator>
#define PLACE typename STRING::size_type

/// Memory for at least so many characters; at least twice as many as before.
MEMBER(Char*)::_M_create(size_type& capacity, size_type old_capacity) {
  if (capacity > max_size()) __throw_length_error("basic_string::_M_create");
  if (capacity > old_capacity && capacity < 2 * old_capacity) capacity = min(2 * old_capacity, max_size());
  return static_cast<Char*>(::operator new(capacity + 1));
}
/// New memory, with the text in the place of `gone` characters; where it is null, nothing is written there.
MEMBER(void)::_M_mutate(size_type place, size_type gone, const Char* text, size_type count) {
  const size_type rest = size() - place - gone;
  size_type capacity = size() + count - gone;
  Char* made = _M_create(capacity, this->capacity());
  if (place > 0) _S_copy(made, data(), place);
  if (text != nullptr && count > 0) _S_copy(made + place, text, count);
  if (rest > 0) _S_copy(made + place + count, data() + place + gone, rest);
  _M_dispose();
  _M_data(made);
  _M_capacity(capacity);
}
MEMBER(void)::_M_erase(size_type place, size_type count) {
  const size_type rest = size() - place - count;
  if (rest > 0 && count > 0) _S_move(data() + place, data() + place + count, rest);
  _M_set_length(size() - count);
}
MEMBER(void)::_M_assign(const basic_string& other) {
  if (this == &other) return;
  if (other.size() > capacity()) {
    size_type wanted = other.size();
    Char* made = _M_create(wanted, capacity());
    _M_dispose();
    _M_data(made);
    _M_capacity(wanted);
  }
  if (!other.empty()) _S_copy(data(), other.data(), other.size());
  _M_set_length(other.size());
}
MEMBER(STRING&)::operator=(basic_string&& other) {
  if (this == &other) return *this;
  if (other._M_is_local()) {
    if (!other.empty()) _S_copy(data(), other.data(), other.size());
    _M_set_length(other.size());
  } else {
    Char* own = _M_is_local() ? nullptr : _M_data();
    const size_type own_capacity = own == nullptr ? 0 : _M_allocated_capacity;
    _M_data(other._M_data());
    _M_length(other.size());
    _M_capacity(other._M_allocated_capacity);
    other._M_data(own == nullptr ? other._M_local_buf : own);
    if (own != nullptr) other._M_capacity(own_capacity);
  }
  other.clear();
  return *this;
}
MEMBER(void)::swap(basic_string& other) {
  if (this == &other) return;
  basic_string kept(move(other));
  other.take(*this);
  take(kept);
}

MEMBER(void)::resize(size_type count, Char c) {
  if (count > size())
    append(count - size(), c);
  else if (count < size())
    _M_set_length(count);
}
MEMBER(void)::reserve(size_type wanted) {
  if (wanted <= capacity()) return;
  Char* made = _M_create(wanted, capacity());
  _S_copy(made, data(), size() + 1);
  _M_dispose();
  _M_data(made);
  _M_capacity(wanted);
}
MEMBER(void)::reserve() {
  if (_M_is_local() || size() == capacity()) return;
  Char* old = data();
  if (size() <= kLocal) {
    _M_data(_M_local_buf);
  } else {
    size_type wanted = size();
    _M_data(_M_create(wanted, 0));
    _M_capacity(wanted);
  }
  _S_copy(data(), old, size() + 1);
  ::operator delete(old);
}

MEMBER(void)::push_back(Char c) {
  const size_type place = size();
  if (place + 1 > capacity()) _M_mutate(place, 0, nullptr, 1);
  data()[place] = c;
  _M_set_length(place + 1);
}
MEMBER(STRING&)::_M_append(const Char* text, size_type count) {
  const size_type wanted = size() + count;
  if (wanted > capacity())
    _M_mutate(size(), 0, text, count);
  else if (count > 0)
    _S_copy(data() + size(), text, count);
  _M_set_length(wanted);
  return *this;
}
MEMBER(STRING&)::_M_replace(size_type place, size_type gone, const Char* text, size_type count) {
  _M_check_length(gone, count, "basic_string::_M_replace");
  const size_type wanted = size() + count - gone, rest = size() - place - gone;
  Char* to = data() + place;
  const bool moves = rest > 0 && gone != count;
  if (wanted > capacity()) {
    _M_mutate(place, gone, text, count);
  } else if (_M_disjunct(text)) {
    if (moves) _S_move(to + count, to + gone, rest);
    if (count > 0) _S_copy(to, text, count);
  } else {  // a part of itself, some of which may move
    if (count > 0 && count <= gone) _S_move(to, text, count);
    if (moves) _S_move(to + count, to + gone, rest);
    if (count > gone) {
      const Char* after = to + gone;
      const size_type stays = text >= after ? 0 : min(static_cast<size_type>(after - text), count);
      if (stays > 0) _S_move(to, text, stays);
      const Char* moved = (stays > 0 ? after : text) + (count - gone);
      if (count > stays) _S_copy(to + stays, moved, count - stays);
    }
  }
  _M_set_length(wanted);
  return *this;
}
MEMBER(STRING&)::_M_replace_aux(size_type place, size_type gone, size_type count, Char c) {
  _M_check_length(gone, count, "basic_string::_M_replace_aux");
  const size_type wanted = size() + count - gone, rest = size() - place - gone;
  if (wanted > capacity())
    _M_mutate(place, gone, nullptr, count);
  else if (rest > 0 && gone != count)
    _S_move(data() + place + count, data() + place + gone, rest);
  if (count > 0) _S_assign(data() + place, count, c);
  _M_set_length(wanted);
  return *this;
}

MEMBER(PLACE)::find(const Char* text, size_type place, size_type count) const {
  if (count == 0) return place <= size() ? place : npos;
  for (; place < size() && count <= size() - place; ++place) {
    const auto* found = static_cast<const Char*>(__builtin_memchr(data() + place, text[0], size() - place - count + 1));
    if (found == nullptr) return npos;
    place = found - data();
    if (__builtin_memcmp(found, text, count) == 0) return place;
  }
  return npos;
}
MEMBER(PLACE)::rfind(const Char* text, size_type place, size_type count) const {
  if (count > size()) return npos;
  for (place = min(size() - count, place) + 1; place-- > 0;)
    if (count == 0 || __builtin_memcmp(data() + place, text, count) == 0) return place;
  return npos;
}
MEMBER(PLACE)::find_first_of(const Char* text, size_type place, size_type count) const {
  for (; place < size(); ++place)
    if (is_among(data()[place], text, count)) return place;
  return npos;
}
MEMBER(PLACE)::find_first_not_of(const Char* text, size_type place, size_type count) const {
  for (; place < size(); ++place)
    if (!is_among(data()[place], text, count)) return place;
  return npos;
}
MEMBER(PLACE)::find_last_of(const Char* text, size_type place, size_type count) const {
  for (place = place < size() ? place + 1 : size(); place-- > 0;)
    if (is_among(data()[place], text, count)) return place;
  return npos;
}
MEMBER(PLACE)::find_last_not_of(const Char* text, size_type place, size_type count) const {
  for (place = place < size() ? place + 1 : size(); place-- > 0;)
    if (!is_among(data()[place], text, count)) return place;
  return npos;
}
#undef MEMBER
#undef STRING
#undef PLACE

}  // namespace __cxx11

template class allocator<char>;
template class basic_string<char, char_traits<char>, allocator<char>>;

}  // namespace std
