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
  return reinterpret_cast<size_t>(type->table) == reinterpret_cast<size_t>(table) + 16;
}
bool is_same(const Type* a, const Type* b) {
  return a == b || a->name == b->name || (a->name[0] != '*' && __builtin_strcmp(a->name, b->name) == 0);
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
    if (is_same(from->pointee, to->pointee) || __builtin_strcmp(to->pointee->name, "v") == 0) return true;
    return is_class(from->pointee) && is_class(to->pointee) && object != nullptr &&
           convert(from->pointee, object, to->pointee);
  }
  return !is_pointer && is_class(thrown) && is_class(handler) && convert(thrown, object, handler);
}
}  // namespace
