// What of the C and C++ libraries is named here, declared as libstdc++ lays it out (names, sizes, order of virtual
// functions): programs that were compiled with its headers call these functions and hold these objects. No header of
// the host's is read.

using size_t = __SIZE_TYPE__;
using ptrdiff_t = __PTRDIFF_TYPE__;

extern "C" {
void* malloc(size_t size);
void free(void* memory) noexcept;
[[noreturn]] void abort() noexcept;
int vsnprintf(char* to, size_t size, const char* format, __builtin_va_list list);
}

namespace __cxxabiv1 {
class __class_type_info;
}

namespace std {
using ::size_t;

class type_info {
 public:
  virtual ~type_info();
  virtual bool __is_pointer_p() const;
  virtual bool __is_function_p() const;
  virtual bool __do_catch(const type_info* thrown, void** object, unsigned outer) const;
  virtual bool __do_upcast(const __cxxabiv1::__class_type_info* target, void** object) const;

 protected:
  const char* __name;
};

template <class T>
constexpr T&& move(T& value) {
  return static_cast<T&&>(value);
}
template <class T>
constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T>
constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T>
void swap(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}
template <class First, class Second>
struct pair {
  First first;
  Second second;
};

[[noreturn]] void terminate() noexcept;
[[noreturn]] void __throw_length_error(const char* text);
[[noreturn]] void __throw_logic_error(const char* text);
[[noreturn]] void __throw_out_of_range_fmt(const char* format, ...);

/// The kinds of exceptions that hold no text.
#define PLAIN_KIND(name, base)                  \
  class name : public base {                    \
   public:                                      \
    ~name() noexcept override;                  \
    const char* what() const noexcept override; \
  };
class exception {
 public:
  exception() noexcept {}
  exception(const exception&) noexcept {}
  exception& operator=(const exception&) noexcept { return *this; }
  virtual ~exception() noexcept;
  virtual const char* what() const noexcept;
};
PLAIN_KIND(bad_exception, exception)
PLAIN_KIND(bad_alloc, exception)
PLAIN_KIND(bad_array_new_length, bad_alloc)
PLAIN_KIND(bad_cast, exception)
PLAIN_KIND(bad_typeid, exception)
PLAIN_KIND(bad_function_call, exception)
#undef PLAIN_KIND

namespace __exception_ptr {
class exception_ptr {
 public:
  exception_ptr() noexcept : _M_exception_object(nullptr) {}
  exception_ptr(const exception_ptr& other) noexcept : _M_exception_object(other._M_exception_object) {
    if (_M_exception_object != nullptr) _M_addref();
  }
  ~exception_ptr() noexcept {
    if (_M_exception_object != nullptr) _M_release();
  }
  exception_ptr(void* object) noexcept;
  void _M_addref() noexcept;
  void _M_release() noexcept;
  void* _M_get() const noexcept;
  const type_info* __cxa_exception_type() const noexcept;

 private:
  void* _M_exception_object;
};
}  // namespace __exception_ptr
using __exception_ptr::exception_ptr;
exception_ptr current_exception() noexcept;
[[noreturn]] void rethrow_exception(exception_ptr pointer);

class nested_exception {
 public:
  virtual ~nested_exception() noexcept;

 private:
  exception_ptr _M_ptr;
};
}  // namespace std
