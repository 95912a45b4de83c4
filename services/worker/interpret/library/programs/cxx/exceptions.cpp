// What is thrown, and how it finds its handler.
namespace {

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
  free(exception);
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
void* __cxa_allocate_exception(size_t size) throw() {
  void* room = malloc(sizeof(Exception) + size);
  if (room == nullptr) abort();
  __builtin_memset(room, 0, sizeof(Exception));
  return object_of(static_cast<Exception*>(room));
}
void __cxa_free_exception(void* object) throw() { free(header_of(object)); }
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
void __cxa_deleted_virtual() { abort(); }

/// Of a polymorphic object: the part that is of the type `to`.
void* __dynamic_cast(const void* from, const Type* static_type, const Type* to, ptrdiff_t) {
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

}  // namespace std
