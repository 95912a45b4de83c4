// std::string with the layout and the members of libstdc++'s, for its new ABI: programs call them by their mangled
// names, the private ones too. What can be seen is libstdc++'s: capacities, and the texts of exceptions.

namespace std {

template <class Char>
struct char_traits {};

template <class T>
class allocator {
 public:
  allocator() noexcept {}
  allocator(const allocator&) noexcept {}
  ~allocator() {}
};

template <class T>
class initializer_list {
 public:
  const T* begin() const { return first_; }
  const T* end() const { return first_ + size_; }
  size_t size() const { return size_; }

 private:
  const T* first_;
  size_t size_;
};

template <class Char, class Traits>
class basic_string_view {
 public:
  basic_string_view(const Char* text, size_t size) : size_(size), text_(text) {}
  const Char* data() const { return text_; }
  size_t size() const { return size_; }

 private:
  size_t size_;
  const Char* text_;
};

template <class Iterator>
class reverse_iterator {
 public:
  explicit reverse_iterator(Iterator at) : at_(at) {}
  reverse_iterator(const reverse_iterator& other) : at_(other.at_) {}  // not trivial: it is returned in memory

 private:
  Iterator at_;
};
}  // namespace std

namespace __gnu_cxx {
template <class Pointer, class Container>
class __normal_iterator {
 public:
  explicit __normal_iterator(Pointer at) : at_(at) {}
  Pointer base() const { return at_; }

 private:
  Pointer at_;
};
}  // namespace __gnu_cxx

namespace std {
inline namespace __cxx11 {

template <class Char, class Traits, class Allocator>
class basic_string {
 public:
  using size_type = size_t;
  using iterator = __gnu_cxx::__normal_iterator<Char*, basic_string>;
  using const_iterator = __gnu_cxx::__normal_iterator<const Char*, basic_string>;
  using view = basic_string_view<Char, Traits>;
  using list = initializer_list<Char>;
  static constexpr size_type npos = static_cast<size_type>(-1);

  basic_string() : basic_string(Allocator()) {}
  explicit basic_string(const Allocator& a) : _M_dataplus(_M_local_data(), a) { _M_set_length(0); }
  basic_string(const basic_string& other) : basic_string(other, Allocator()) {}
  basic_string(const basic_string& other, const Allocator& a) : _M_dataplus(_M_local_data(), a) {
    construct(other.data(), other.size());
  }
  basic_string(const basic_string& other, size_type place, const Allocator& a) : _M_dataplus(_M_local_data(), a) {
    construct(other, place, npos, "basic_string::basic_string");
  }
  basic_string(const basic_string& other, size_type place, size_type count)
      : _M_dataplus(_M_local_data(), Allocator()) {
    construct(other, place, count, "basic_string::basic_string");
  }
  basic_string(const basic_string& other, size_type place, size_type count, const Allocator& a)
      : _M_dataplus(_M_local_data(), a) {
    construct(other, place, count, "string::string");
  }
  basic_string(const Char* text, size_type count, const Allocator& a) : _M_dataplus(_M_local_data(), a) {
    if (text == nullptr && count > 0) __throw_logic_error("basic_string: construction from null is not valid");
    construct(text, count);
  }
  basic_string(basic_string&& other) : basic_string(move(other), Allocator()) {}
  basic_string(basic_string&& other, const Allocator& a) : _M_dataplus(_M_local_data(), a) { take(other); }
  basic_string(list members, const Allocator& a) : _M_dataplus(_M_local_data(), a) {
    construct(members.begin(), members.size());
  }
  ~basic_string() { _M_dispose(); }

  basic_string& operator=(const basic_string& other) { return assign(other); }
  basic_string& operator=(const Char* text) { return assign(text); }
  basic_string& operator=(Char c) { return assign(size_type{1}, c); }
  basic_string& operator=(list members) { return assign(members.begin(), members.size()); }
  basic_string& operator=(basic_string&& other);

  iterator begin() { return iterator(data()); }
  iterator end() { return iterator(data() + size()); }
  const_iterator begin() const { return const_iterator(data()); }
  const_iterator end() const { return const_iterator(data() + size()); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator<iterator> rbegin() { return reverse_iterator<iterator>(end()); }
  reverse_iterator<iterator> rend() { return reverse_iterator<iterator>(begin()); }
  reverse_iterator<const_iterator> rbegin() const { return reverse_iterator<const_iterator>(end()); }
  reverse_iterator<const_iterator> rend() const { return reverse_iterator<const_iterator>(begin()); }
  reverse_iterator<const_iterator> crbegin() const { return rbegin(); }
  reverse_iterator<const_iterator> crend() const { return rend(); }

  size_type size() const { return _M_string_length; }
  size_type length() const { return _M_string_length; }
  size_type max_size() const { return (npos / 2 - 1) / 2; }
  size_type capacity() const { return _M_is_local() ? size_type{kLocal} : _M_allocated_capacity; }
  bool empty() const { return _M_string_length == 0; }
  void resize(size_type count, Char c);
  void resize(size_type count) { resize(count, Char()); }
  void shrink_to_fit() { reserve(); }
  void reserve(size_type wanted);
  void reserve();
  void clear() { _M_set_length(0); }

  const Char& operator[](size_type place) const { return data()[place]; }
  Char& operator[](size_type place) { return data()[place]; }
  const Char& at(size_type place) const { return data()[within(place)]; }
  Char& at(size_type place) { return data()[within(place)]; }
  Char& front() { return data()[0]; }
  const Char& front() const { return data()[0]; }
  Char& back() { return data()[size() - 1]; }
  const Char& back() const { return data()[size() - 1]; }
  const Char* c_str() const { return _M_data(); }
  const Char* data() const { return _M_data(); }
  Char* data() { return _M_data(); }
  Allocator get_allocator() const { return _M_get_allocator(); }
  operator view() const { return view(data(), size()); }

  basic_string& operator+=(const basic_string& other) { return append(other); }
  basic_string& operator+=(const Char* text) { return append(text); }
  basic_string& operator+=(Char c) { return push_back(c), *this; }
  basic_string& operator+=(list members) { return append(members); }
  basic_string& append(const basic_string& other) { return _M_append(other.data(), other.size()); }
  basic_string& append(const basic_string& other, size_type place, size_type count) {
    other._M_check(place, "basic_string::append");
    return _M_append(other.data() + place, other._M_limit(place, count));
  }
  basic_string& append(const Char* text) { return append(text, __builtin_strlen(text)); }
  basic_string& append(const Char* text, size_type count) {
    _M_check_length(0, count, "basic_string::append");
    return _M_append(text, count);
  }
  basic_string& append(size_type count, Char c) { return _M_replace_aux(size(), 0, count, c); }
  basic_string& append(list members) { return _M_append(members.begin(), members.size()); }
  void push_back(Char c);
  void pop_back() { _M_set_length(size() - 1); }

  basic_string& assign(const basic_string& other) { return _M_assign(other), *this; }
  basic_string& assign(basic_string&& other) { return *this = move(other); }
  basic_string& assign(const basic_string& other, size_type place, size_type count) {
    other._M_check(place, "basic_string::assign");
    return _M_replace(0, size(), other.data() + place, other._M_limit(place, count));
  }
  basic_string& assign(const Char* text) { return _M_replace(0, size(), text, __builtin_strlen(text)); }
  basic_string& assign(const Char* text, size_type count) { return _M_replace(0, size(), text, count); }
  basic_string& assign(size_type count, Char c) { return _M_replace_aux(0, size(), count, c); }
  basic_string& assign(list members) { return _M_replace(0, size(), members.begin(), members.size()); }

  basic_string& insert(size_type place, const basic_string& other) {
    return replace(place, 0, other.data(), other.size());
  }
  basic_string& insert(size_type place, const basic_string& other, size_type other_place, size_type count) {
    other._M_check(other_place, "basic_string::insert");
    return replace(place, 0, other.data() + other_place, other._M_limit(other_place, count));
  }
  basic_string& insert(size_type place, const Char* text) { return replace(place, 0, text, __builtin_strlen(text)); }
  basic_string& insert(size_type place, const Char* text, size_type count) { return replace(place, 0, text, count); }
  basic_string& insert(size_type place, size_type count, Char c) {
    return _M_replace_aux(_M_check(place, "basic_string::insert"), 0, count, c);
  }
  iterator insert(const_iterator at, size_type count, Char c) {
    const size_type place = place_of(at);
    _M_replace_aux(place, 0, count, c);
    return iterator(data() + place);
  }
  iterator insert(const_iterator at, Char c) { return insert(at, size_type{1}, c); }
  iterator insert(const_iterator at, list members) {
    const size_type place = place_of(at);
    _M_replace(place, 0, members.begin(), members.size());
    return iterator(data() + place);
  }

  basic_string& erase(size_type place, size_type count) {
    _M_check(place, "basic_string::erase");
    if (count == npos)
      _M_set_length(place);
    else if (count != 0)
      _M_erase(place, _M_limit(place, count));
    return *this;
  }
  iterator erase(const_iterator at) { return erase(at, const_iterator(at.base() + 1)); }
  iterator erase(const_iterator first, const_iterator last) {
    const size_type place = place_of(first);
    if (last.base() == data() + size())
      _M_set_length(place);
    else
      _M_erase(place, count_of(first, last));
    return iterator(data() + place);
  }

  basic_string& replace(size_type place, size_type count, const basic_string& other) {
    return replace(place, count, other.data(), other.size());
  }
  basic_string& replace(size_type place, size_type count, const basic_string& other, size_type other_place,
                        size_type other_count) {
    other._M_check(other_place, "basic_string::replace");
    return replace(place, count, other.data() + other_place, other._M_limit(other_place, other_count));
  }
  basic_string& replace(size_type place, size_type count, const Char* text, size_type text_count) {
    _M_check(place, "basic_string::replace");
    return _M_replace(place, _M_limit(place, count), text, text_count);
  }
  basic_string& replace(size_type place, size_type count, const Char* text) {
    return replace(place, count, text, __builtin_strlen(text));
  }
  basic_string& replace(size_type place, size_type count, size_type times, Char c) {
    _M_check(place, "basic_string::replace");
    return _M_replace_aux(place, _M_limit(place, count), times, c);
  }
  basic_string& replace(const_iterator first, const_iterator last, const basic_string& other) {
    return replace(first, last, other.data(), other.size());
  }
  basic_string& replace(const_iterator first, const_iterator last, const Char* text, size_type count) {
    return _M_replace(place_of(first), count_of(first, last), text, count);
  }
  basic_string& replace(const_iterator first, const_iterator last, const Char* text) {
    return replace(first, last, text, __builtin_strlen(text));
  }
  basic_string& replace(const_iterator first, const_iterator last, size_type times, Char c) {
    return _M_replace_aux(place_of(first), count_of(first, last), times, c);
  }
  basic_string& replace(const_iterator first, const_iterator last, Char* from, Char* to) {
    return replace(first, last, from, static_cast<size_type>(to - from));
  }
  basic_string& replace(const_iterator first, const_iterator last, const Char* from, const Char* to) {
    return replace(first, last, from, static_cast<size_type>(to - from));
  }
  basic_string& replace(const_iterator first, const_iterator last, iterator from, iterator to) {
    return replace(first, last, from.base(), to.base());
  }
  basic_string& replace(const_iterator first, const_iterator last, const_iterator from, const_iterator to) {
    return replace(first, last, from.base(), to.base());
  }
  basic_string& replace(const_iterator first, const_iterator last, list members) {
    return replace(first, last, members.begin(), members.size());
  }

  size_type copy(Char* to, size_type count, size_type place) const {
    _M_check(place, "basic_string::copy");
    count = _M_limit(place, count);
    if (count > 0) _S_copy(to, data() + place, count);
    return count;
  }
  void swap(basic_string& other);
  basic_string substr(size_type place, size_type count) const {
    return basic_string(*this, _M_check(place, "basic_string::substr"), count);
  }

  // A search for a string, for as many characters of a text, for a text, and for one character.
#define SEARCH(name, default_place)                                                                                    \
  size_type name(const Char* text, size_type place, size_type count) const;                                            \
  size_type name(const basic_string& other, size_type place) const { return name(other.data(), place, other.size()); } \
  size_type name(const Char* text, size_type place) const { return name(text, place, __builtin_strlen(text)); }        \
  size_type name(Char c, size_type place) const { return name(&c, place, 1); }
  SEARCH(find, 0)
  SEARCH(rfind, npos)
  SEARCH(find_first_of, 0)
  SEARCH(find_last_of, npos)
  SEARCH(find_first_not_of, 0)
  SEARCH(find_last_not_of, npos)
#undef SEARCH

  int compare(const basic_string& other) const { return compared(data(), size(), other.data(), other.size()); }
  int compare(const Char* text) const { return compared(data(), size(), text, __builtin_strlen(text)); }
  int compare(size_type place, size_type count, const basic_string& other) const {
    return compare(place, count, other.data(), other.size());
  }
  int compare(size_type place, size_type count, const basic_string& other, size_type other_place,
              size_type other_count) const {
    _M_check(place, "basic_string::compare");
    other._M_check(other_place, "basic_string::compare");
    return compare(place, count, other.data() + other_place, other._M_limit(other_place, other_count));
  }
  int compare(size_type place, size_type count, const Char* text) const {
    return compare(place, count, text, __builtin_strlen(text));
  }
  int compare(size_type place, size_type count, const Char* text, size_type text_count) const {
    _M_check(place, "basic_string::compare");
    return compared(data() + place, _M_limit(place, count), text, text_count);
  }

  // libstdc++'s private members: its templates, which programs bring themselves, call them.
  struct _Alloc_hider : Allocator {
    _Alloc_hider(Char* data, const Allocator& a) : Allocator(a), _M_p(data) {}
    _Alloc_hider(Char* data, Allocator&& a) : Allocator(move(a)), _M_p(data) {}
    Char* _M_p;
  };
  struct __sv_wrapper {
    explicit __sv_wrapper(view text) : _M_sv(text) {}
    view _M_sv;
  };
  static view _S_to_string_view(view text) { return text; }
  basic_string(__sv_wrapper text, const Allocator& a) : basic_string(text._M_sv.data(), text._M_sv.size(), a) {}

  Char* _M_data() const { return _M_dataplus._M_p; }
  void _M_data(Char* data) { _M_dataplus._M_p = data; }
  void _M_length(size_type length) { _M_string_length = length; }
  void _M_capacity(size_type capacity) { _M_allocated_capacity = capacity; }
  void _M_set_length(size_type length) {
    _M_length(length);
    _M_data()[length] = Char();
  }
  Char* _M_local_data() { return _M_local_buf; }
  const Char* _M_local_data() const { return _M_local_buf; }
  Char* _M_use_local_data() { return _M_local_buf; }
  bool _M_is_local() const { return _M_data() == _M_local_data(); }
  Allocator& _M_get_allocator() { return _M_dataplus; }
  const Allocator& _M_get_allocator() const { return _M_dataplus; }

  Char* _M_create(size_type& capacity, size_type old_capacity);
  void _M_dispose() {
    if (!_M_is_local()) _M_destroy(_M_allocated_capacity);
  }
  void _M_destroy(size_type) { ::operator delete(_M_data()); }
  void _M_construct(size_type count, Char c) {
    make_room(count);
    if (count > 0) _S_assign(_M_data(), count, c);
    _M_set_length(count);
  }

  size_type _M_check(size_type place, const char* caller) const {
    if (place > size())
      __throw_out_of_range_fmt("%s: __pos (which is %zu) > this->size() (which is %zu)", caller, place, size());
    return place;
  }
  void _M_check_length(size_type gone, size_type added, const char* caller) const {
    if (max_size() - (size() - gone) < added) __throw_length_error(caller);
  }
  size_type _M_limit(size_type place, size_type count) const { return min(count, size() - place); }
  bool _M_disjunct(const Char* text) const { return text < data() || data() + size() < text; }

  static void _S_copy(Char* to, const Char* from, size_type count) {
    if (count == 1)
      *to = *from;
    else
      __builtin_memcpy(to, from, count);
  }
  static void _S_move(Char* to, const Char* from, size_type count) {
    if (count == 1)
      *to = *from;
    else
      __builtin_memmove(to, from, count);
  }
  static void _S_assign(Char* to, size_type count, Char c) {
    if (count == 1)
      *to = c;
    else
      __builtin_memset(to, c, count);
  }
  static void _S_copy_chars(Char* to, iterator first, iterator last) { _S_copy_chars(to, first.base(), last.base()); }
  static void _S_copy_chars(Char* to, const_iterator first, const_iterator last) {
    _S_copy_chars(to, first.base(), last.base());
  }
  static void _S_copy_chars(Char* to, Char* first, Char* last) { _S_copy(to, first, last - first); }
  static void _S_copy_chars(Char* to, const Char* first, const Char* last) { _S_copy(to, first, last - first); }
  static int _S_compare(size_type a, size_type b) {
    constexpr ptrdiff_t most = __INT_MAX__, least = -most - 1;
    return static_cast<int>(max(min(static_cast<ptrdiff_t>(a - b), most), least));
  }

  void _M_assign(const basic_string& other);
  void _M_mutate(size_type place, size_type gone, const Char* text, size_type count);
  void _M_erase(size_type place, size_type count);
  basic_string& _M_append(const Char* text, size_type count);
  basic_string& _M_replace(size_type place, size_type gone, const Char* text, size_type count);
  basic_string& _M_replace_aux(size_type place, size_type gone, size_type count, Char c);

 private:
  static constexpr size_type kLocal = 15;

  [[gnu::always_inline, clang::internal_linkage]] size_type within(size_type place) const {
    if (place >= size())
      __throw_out_of_range_fmt("basic_string::at: __n (which is %zu) >= this->size() (which is %zu)", place, size());
    return place;
  }
  [[gnu::always_inline, clang::internal_linkage]] size_type place_of(const_iterator at) const {
    return at.base() - data();
  }
  [[gnu::always_inline, clang::internal_linkage]] static size_type count_of(const_iterator first, const_iterator last) {
    return last.base() - first.base();
  }
  /// Of a string that is being made: memory for that many characters.
  [[gnu::always_inline, clang::internal_linkage]] void make_room(size_type count) {
    if (count <= kLocal) return;
    _M_data(_M_create(count, 0));
    _M_capacity(count);
  }
  [[gnu::always_inline, clang::internal_linkage]] void construct(const Char* text, size_type count) {
    make_room(count);
    if (count > 0) _S_copy(_M_data(), text, count);
    _M_set_length(count);
  }
  [[gnu::always_inline, clang::internal_linkage]] void construct(const basic_string& other, size_type place,
                                                                 size_type count, const char* caller) {
    other._M_check(place, caller);
    construct(other.data() + place, other._M_limit(place, count));
  }
  /// Of a string that is being made: takes the other's characters, which is empty afterwards.
  [[gnu::always_inline, clang::internal_linkage]] void take(basic_string& other) {
    if (other._M_is_local()) {
      __builtin_memcpy(_M_local_buf, other._M_local_buf, other.size() + 1);
    } else {
      _M_data(other._M_data());
      _M_capacity(other._M_allocated_capacity);
    }
    _M_length(other.size());
    other._M_data(other._M_local_buf);
    other._M_set_length(0);
  }
  [[gnu::always_inline, clang::internal_linkage]] static int compared(const Char* a, size_type a_count, const Char* b,
                                                                      size_type b_count) {
    const size_type both = min(a_count, b_count);
    const int order = both == 0 ? 0 : __builtin_memcmp(a, b, both);
    return order != 0 ? order : _S_compare(a_count, b_count);
  }
  [[gnu::always_inline, clang::internal_linkage]] static bool is_among(Char c, const Char* text, size_type count) {
    return count != 0 && __builtin_memchr(text, c, count) != nullptr;
  }

  _Alloc_hider _M_dataplus;
  size_type _M_string_length;
  union {
    Char _M_local_buf[kLocal + 1];
    size_type _M_allocated_capacity;
  };
};

}  // namespace __cxx11
using string = basic_string<char, char_traits<char>, allocator<char>>;
}  // namespace std
