// The part of the C++ runtime and of libstdc++ that programs have in libraries: exceptions, run-time types, what
// containers call, strings. Programs get those of these functions that they declare and do not define
// (interpret/c_library.h). cxx_library.inc holds what clang makes of this file:
// services/worker/interpret/library/c_library.sh

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <unordered_map>

// What the interpreter does for it (runtime.cpp). Frames count from the caller of the function that asks.
extern "C" {
/// How many clauses the landing pad has at which an exception arrives there; -1: there is none, -2: there is no such
/// frame.
int __assay_clauses(int frame);
/// How many types a clause's filter has; -1: it is no filter.
int __assay_filter(int frame, int clause);
/// The type of a clause, or of a filter's place; null catches all.
const void* __assay_clause(int frame, int clause, int place);
/// Unwinds to that landing pad, with the clean-ups on the way.
[[noreturn]] void __assay_unwind(void* exception, int frame, int clause);
/// Ends the program: nobody catches an exception of the type.
[[noreturn]] void __assay_terminate(const char* type, const char* what);
}

// Types, as the Itanium ABI lays them out.
extern "C" const char _ZTVN10__cxxabiv117__class_type_infoE[], _ZTVN10__cxxabiv120__si_class_type_infoE[],
    _ZTVN10__cxxabiv121__vmi_class_type_infoE[], _ZTVN10__cxxabiv119__pointer_type_infoE[];
namespace {

struct Type {
  const char* table;
  const char* name;
};
struct DerivedType : Type {
  const Type* base;
};
struct BaseOfType {
  const Type* type;
  long place;  ///< bit 0: virtual, bit 1: public, from bit 8: the offset, or where the object's table has it
};
struct TypeOfBases : Type {
  unsigned flags, count;
  BaseOfType bases[1];
};
struct PointerType : Type {
  unsigned flags;  ///< const, volatile, restrict
  const Type* pointee;
};

// As numbers: nothing is said of how large the tables are.
bool is_kind(const Type* type, const char* table) {
  return reinterpret_cast<std::size_t>(type->table) == reinterpret_cast<std::size_t>(table) + 16;
}
bool is_same(const Type* a, const Type* b) {
  return a == b || a->name == b->name || (a->name[0] != '*' && std::strcmp(a->name, b->name) == 0);
}
bool is_derived(const Type* type) { return is_kind(type, _ZTVN10__cxxabiv120__si_class_type_infoE); }
bool has_bases(const Type* type) { return is_kind(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE); }
bool is_class(const Type* type) {
  return is_derived(type) || has_bases(type) || is_kind(type, _ZTVN10__cxxabiv117__class_type_infoE);
}

/// The parts of an object that are of a type.
struct Found {
  char* first = nullptr;
  bool is_ambiguous = false;
  void add(char* object) {
    is_ambiguous |= first != nullptr && first != object;
    first = object;
  }
};
void find_bases(const Type* type, char* object, const Type* wanted, bool only_public, Found& found) {
  if (is_same(type, wanted)) return found.add(object);
  if (is_derived(type))
    return find_bases(static_cast<const DerivedType*>(type)->base, object, wanted, only_public, found);
  if (!has_bases(type)) return;
  const auto* bases = static_cast<const TypeOfBases*>(type);
  for (unsigned i = 0; i < bases->count; ++i) {
    const BaseOfType& base = bases->bases[i];
    if (only_public && (base.place & 2) == 0) continue;
    long offset = base.place >> 8;
    if ((base.place & 1) != 0 && object != nullptr)
      offset = *reinterpret_cast<long*>(*reinterpret_cast<char**>(object) + offset);
    find_bases(base.type, object == nullptr ? nullptr : object + offset, wanted, only_public, found);
  }
}
/// Does the class have the other one as a base that it can be converted to?
bool convert(const Type* type, void*& object, const Type* to) {
  Found found;
  find_bases(type, static_cast<char*>(object), to, true, found);
  if (found.first == nullptr || found.is_ambiguous) return object == nullptr && is_class(type) && is_same(type, to);
  object = found.first;
  return true;
}
/// Does a handler for the type take what was thrown? Then `object` is what it gets.
bool catches(const Type* handler, const Type* thrown, void*& object) {
  if (handler == nullptr) return true;
  const char* pointers = _ZTVN10__cxxabiv119__pointer_type_infoE;
  const bool is_pointer = is_kind(thrown, pointers);
  if (is_pointer) object = *static_cast<void**>(object);
  if (is_same(handler, thrown)) return true;
  if (is_pointer && is_kind(handler, pointers)) {
    const auto *from = static_cast<const PointerType*>(thrown), *to = static_cast<const PointerType*>(handler);
    if ((from->flags & ~to->flags & 7) != 0) return false;
    if (is_same(from->pointee, to->pointee) || std::strcmp(to->pointee->name, "v") == 0) return true;
    return is_class(from->pointee) && is_class(to->pointee) && object != nullptr &&
           convert(from->pointee, object, to->pointee);
  }
  return !is_pointer && is_class(thrown) && is_class(handler) && convert(thrown, object, handler);
}

/// Stands before each object that is thrown.
struct Exception {
  const Type* type;
  void (*destroy)(void*);
  void* caught;     ///< what its handler gets
  Exception* next;  ///< that was caught before it
  long handlers;    ///< that have it; negative: it was thrown again
  long references;
};
Exception* caught_exceptions;
int uncaught_count;

Exception* header_of(void* object) { return static_cast<Exception*>(object) - 1; }
void* object_of(Exception* exception) { return exception + 1; }
void release(Exception* exception) {
  if (--exception->references > 0) return;
  if (exception->destroy != nullptr) exception->destroy(object_of(exception));
  std::free(exception);
}
[[noreturn]] void end_with(Exception* exception) {
  void* object = object_of(exception);
  const auto* base = reinterpret_cast<const Type*>(&typeid(std::exception));
  const bool tells = is_class(exception->type) && convert(exception->type, object, base);
  __assay_terminate(exception->type->name, tells ? static_cast<std::exception*>(object)->what() : nullptr);
}
}  // namespace

/// Looks for a handler, from the caller of the function on that this stands in, and goes there.
#define RAISE(exception)                                                                                      \
  do {                                                                                                        \
    for (int frame = 0;; ++frame) {                                                                           \
      const int clauses = __assay_clauses(frame);                                                             \
      if (clauses == -2) end_with(exception);                                                                 \
      for (int clause = 0; clause < clauses; ++clause) {                                                      \
        void* object = object_of(exception);                                                                  \
        const int types = __assay_filter(frame, clause);                                                      \
        bool is_taken = types >= 0;                                                                           \
        for (int i = 0; i < (types < 0 ? 1 : types); ++i) {                                                   \
          void* given = object_of(exception);                                                                 \
          if (!catches(static_cast<const Type*>(__assay_clause(frame, clause, i)), (exception)->type, given)) \
            continue;                                                                                         \
          is_taken = types < 0;                                                                               \
          object = given;                                                                                     \
        }                                                                                                     \
        if (!is_taken) continue;                                                                              \
        (exception)->caught = object;                                                                         \
        __assay_unwind(exception, frame, clause);                                                             \
      }                                                                                                       \
    }                                                                                                         \
  } while (false)

extern "C" {
void* __cxa_allocate_exception(std::size_t size) throw() {
  void* room = std::malloc(sizeof(Exception) + size);
  if (room == nullptr) std::abort();
  std::memset(room, 0, sizeof(Exception));
  return object_of(static_cast<Exception*>(room));
}
void __cxa_free_exception(void* object) throw() { std::free(header_of(object)); }
void* prepare(void* object, std::type_info* type, void (*destroy)(void*)) throw() asm("__cxa_init_primary_exception");
void* prepare(void* object, std::type_info* type, void (*destroy)(void*)) throw() {
  Exception* exception = header_of(object);
  exception->type = reinterpret_cast<const Type*>(type);
  exception->destroy = destroy;
  return exception;
}
[[gnu::noinline]] void __cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  Exception* exception = header_of(object);
  prepare(object, type, destroy);
  exception->references = 1;
  ++uncaught_count;
  RAISE(exception);
}
void* __cxa_begin_catch(void* thrown) throw() {
  auto* exception = static_cast<Exception*>(thrown);
  exception->handlers = exception->handlers < 0 ? 1 - exception->handlers : exception->handlers + 1;
  --uncaught_count;
  if (caught_exceptions != exception) {
    exception->next = caught_exceptions;
    caught_exceptions = exception;
  }
  return exception->caught;
}
void* __cxa_get_exception_ptr(void* thrown) throw() { return static_cast<Exception*>(thrown)->caught; }
void __cxa_end_catch() {
  Exception* exception = caught_exceptions;
  if (exception == nullptr) return;
  if (exception->handlers < 0) {  // it was thrown again, and lives on
    if (++exception->handlers == 0) caught_exceptions = exception->next;
  } else if (--exception->handlers == 0) {
    caught_exceptions = exception->next;
    release(exception);
  }
}
[[gnu::noinline]] void __cxa_rethrow() {
  Exception* exception = caught_exceptions;
  if (exception == nullptr) std::terminate();
  exception->handlers = -exception->handlers;
  ++uncaught_count;
  RAISE(exception);
}
std::type_info* __cxa_current_exception_type() throw() {
  return caught_exceptions == nullptr ? nullptr
                                      : reinterpret_cast<std::type_info*>(const_cast<Type*>(caught_exceptions->type));
}
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
void __cxa_deleted_virtual() { std::abort(); }

/// Of a polymorphic object: the part that is of the type `to`.
void* __dynamic_cast(const void* from, const Type* static_type, const Type* to, std::ptrdiff_t) {
  auto* object = static_cast<char*>(const_cast<void*>(from));
  char* table = *reinterpret_cast<char**>(object);
  char* whole = object + reinterpret_cast<long*>(table)[-2];
  const Type* type = reinterpret_cast<const Type* const*>(table)[-1];
  Found found;
  find_bases(type, whole, to, false, found);
  if (found.first == nullptr) return nullptr;
  Found shown;
  find_bases(type, whole, to, true, shown);
  if (!found.is_ambiguous) {
    Found within;
    find_bases(to, found.first, static_type, true, within);
    return shown.first != nullptr || within.first == object ? found.first : nullptr;
  }
  return nullptr;
}
}

// Where its destructor is, the compiler puts the types of the language: int, const char* and so on.
namespace __cxxabiv1 {
class __fundamental_type_info : public std::type_info {
 public:
  ~__fundamental_type_info();
};
__fundamental_type_info::~__fundamental_type_info() {}
}  // namespace __cxxabiv1

bool std::type_info::__do_catch(const type_info*, void**, unsigned) const { return false; }
bool std::type_info::__do_upcast(const __cxxabiv1::__class_type_info*, void**) const { return false; }
bool std::type_info::__is_pointer_p() const { return false; }
bool std::type_info::__is_function_p() const { return false; }
std::type_info::~type_info() {}

namespace std {

void terminate() noexcept {
  if (caught_exceptions != nullptr) end_with(caught_exceptions);
  __assay_terminate(nullptr, nullptr);
}
bool uncaught_exception() noexcept { return uncaught_count > 0; }
int uncaught_exceptions() noexcept { return uncaught_count; }

namespace __exception_ptr {
exception_ptr::exception_ptr(void* object) noexcept : _M_exception_object(object) { _M_addref(); }
void exception_ptr::_M_addref() noexcept {
  if (_M_exception_object != nullptr) ++header_of(_M_exception_object)->references;
}
void exception_ptr::_M_release() noexcept {
  if (_M_exception_object != nullptr) release(header_of(_M_exception_object));
  _M_exception_object = nullptr;
}
void* exception_ptr::_M_get() const noexcept { return _M_exception_object; }
const type_info* exception_ptr::__cxa_exception_type() const noexcept {
  return reinterpret_cast<const type_info*>(header_of(_M_exception_object)->type);
}
}  // namespace __exception_ptr
exception_ptr current_exception() noexcept {
  return caught_exceptions == nullptr ? exception_ptr() : exception_ptr(object_of(caught_exceptions));
}
[[gnu::noinline]] void rethrow_exception(exception_ptr pointer) {
  Exception* exception = header_of(pointer._M_get());
  ++exception->references;
  ++uncaught_count;
  RAISE(exception);
}

// The standard's exceptions.
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
  const size_t size = strlen(text) + 1;
  auto* copy = static_cast<char*>(malloc(size));
  if (copy == nullptr) abort();
  memcpy(copy, text, size);
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
  std::swap(_M_p, other._M_p);
  return *this;
}
__cow_string::~__cow_string() { free(const_cast<char*>(_M_p)); }

#define ROOT(name)                                                                                 \
  name::name(const string& text) : _M_msg(text) {}                                                 \
  name::name(const char* text) : _M_msg(text, 0) {}                                                \
  name::name(const name& other) noexcept : exception(other), _M_msg(other._M_msg) {}               \
  name::name(name&& other) noexcept : exception(other), _M_msg(std::move(other._M_msg)) {}         \
  name& name::operator=(const name& other) noexcept { return _M_msg = other._M_msg, *this; }       \
  name& name::operator=(name&& other) noexcept { return _M_msg = std::move(other._M_msg), *this; } \
  name::~name() noexcept {}                                                                        \
  const char* name::what() const noexcept { return _M_msg._M_p; }
#define KIND(name, root)                         \
  name::name(const string& text) : root(text) {} \
  name::name(const char* text) : root(text) {}   \
  name::~name() noexcept {}
ROOT(logic_error)
ROOT(runtime_error)
KIND(domain_error, logic_error)
KIND(invalid_argument, logic_error)
KIND(length_error, logic_error)
KIND(out_of_range, logic_error)
KIND(range_error, runtime_error)
KIND(overflow_error, runtime_error)
KIND(underflow_error, runtime_error)

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
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  throw out_of_range(text);
}

// Hash tables: how many buckets they have decides the order of what is in them.
namespace __detail {
static const unsigned long primes[] = {
#include "c_primes.inc"
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
    memcpy(&data, bytes, 8);
    hash = (hash ^ mixed(data * factor) * factor) * factor;
  }
  if (size != 0) {
    size_t data = 0;
    while (size > 0) data = (data << 8) + bytes[--size];
    hash = (hash ^ data) * factor;
  }
  return mixed(mixed(hash) * factor);
}

template class basic_string<char>;

}  // namespace std
