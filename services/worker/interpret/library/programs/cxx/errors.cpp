// The standard's exceptions.
namespace std {

/// The text of an exception. libstdc++ counts references to it; here each has its own.
struct __cow_string {
  __cow_string();
  __cow_string(const string& text);
  __cow_string(const char* text, size_t);
  __cow_string(const __cow_string& other) noexcept;
  __cow_string& operator=(const __cow_string& other) noexcept;
  __cow_string(__cow_string&& other) noexcept;
  __cow_string& operator=(__cow_string&& other) noexcept;
  ~__cow_string();
  const char* _M_p;
};

#define ROOT(name)                               \
  class name : public exception {                \
   public:                                       \
    explicit name(const string& text);           \
    explicit name(const char* text);             \
    name(const name& other) noexcept;            \
    name(name&& other) noexcept;                 \
    name& operator=(const name& other) noexcept; \
    name& operator=(name&& other) noexcept;      \
    ~name() noexcept override;                   \
    const char* what() const noexcept override;  \
                                                 \
   private:                                      \
    __cow_string _M_msg;                         \
  };
#define KIND(name, root)               \
  class name : public root {           \
   public:                             \
    explicit name(const string& text); \
    explicit name(const char* text);   \
    ~name() noexcept override;         \
  };
#define TEXT_KINDS                    \
  ROOT(logic_error)                   \
  ROOT(runtime_error)                 \
  KIND(domain_error, logic_error)     \
  KIND(invalid_argument, logic_error) \
  KIND(length_error, logic_error)     \
  KIND(out_of_range, logic_error)     \
  KIND(range_error, runtime_error)    \
  KIND(overflow_error, runtime_error) \
  KIND(underflow_error, runtime_error)
TEXT_KINDS
#undef ROOT
#undef KIND

exception::~exception() noexcept {}
const char* exception::what() const noexcept { return "std::exception"; }
nested_exception::~nested_exception() noexcept {}
bad_exception::~bad_exception() noexcept {}
const char* bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char* bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char* bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char* bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char* bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_function_call::~bad_function_call() noexcept {}
const char* bad_function_call::what() const noexcept { return "bad_function_call"; }

namespace {
char* copy_of(const char* text) {
  const size_t size = __builtin_strlen(text) + 1;
  auto* copy = static_cast<char*>(malloc(size));
  if (copy == nullptr) abort();
  __builtin_memcpy(copy, text, size);
  return copy;
}
}  // namespace
__cow_string::__cow_string() : _M_p(copy_of("")) {}
__cow_string::__cow_string(const string& text) : _M_p(copy_of(text.c_str())) {}
__cow_string::__cow_string(const char* text, size_t) : _M_p(copy_of(text)) {}
__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(copy_of(other._M_p)) {}
__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  const char* copy = copy_of(other._M_p);
  free(const_cast<char*>(_M_p));
  _M_p = copy;
  return *this;
}
__cow_string::__cow_string(__cow_string&& other) noexcept : _M_p(other._M_p) { other._M_p = copy_of(""); }
__cow_string& __cow_string::operator=(__cow_string&& other) noexcept {
  swap(_M_p, other._M_p);
  return *this;
}
__cow_string::~__cow_string() { free(const_cast<char*>(_M_p)); }

#define ROOT(name)                                                                            \
  name::name(const string& text) : _M_msg(text) {}                                            \
  name::name(const char* text) : _M_msg(text, 0) {}                                           \
  name::name(const name& other) noexcept : exception(other), _M_msg(other._M_msg) {}          \
  name::name(name&& other) noexcept : exception(other), _M_msg(move(other._M_msg)) {}         \
  name& name::operator=(const name& other) noexcept { return _M_msg = other._M_msg, *this; }  \
  name& name::operator=(name&& other) noexcept { return _M_msg = move(other._M_msg), *this; } \
  name::~name() noexcept {}                                                                   \
  const char* name::what() const noexcept { return _M_msg._M_p; }
#define KIND(name, root)                         \
  name::name(const string& text) : root(text) {} \
  name::name(const char* text) : root(text) {}   \
  name::~name() noexcept {}
TEXT_KINDS
#undef ROOT
#undef KIND
#undef TEXT_KINDS

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char* text) { throw logic_error(text); }
void __throw_domain_error(const char* text) { throw domain_error(text); }
void __throw_invalid_argument(const char* text) { throw invalid_argument(text); }
void __throw_length_error(const char* text) { throw length_error(text); }
void __throw_out_of_range(const char* text) { throw out_of_range(text); }
void __throw_runtime_error(const char* text) { throw runtime_error(text); }
void __throw_range_error(const char* text) { throw range_error(text); }
void __throw_overflow_error(const char* text) { throw overflow_error(text); }
void __throw_underflow_error(const char* text) { throw underflow_error(text); }
void __throw_out_of_range_fmt(const char* format, ...) {
  char text[512];
  __builtin_va_list list;
  __builtin_va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  __builtin_va_end(list);
  throw out_of_range(text);
}

}  // namespace std
