#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

/// One list of the fields of each record, which JSON, the wire, the database and validation walk.
///
///   struct Point { int x = 0; int y = 0; };
///   ASSAY_FIELDS(Point, x, y);
///
/// stands after the record, in its namespace; it does not compile if it lacks a field. docs/add-a-wire-field.md has the
/// steps.
namespace assay {

/// A record with a list of its fields.
template <class T>
concept Record = requires(T& record) {
  each_field_of(record, [](const char*, auto&) {});
};

/// Calls visit(name, member) for each field, in the list's order; with the same fields of other records of the type
/// behind it, if there are any.
template <class R, class Visit, class... Others>
void each_field(R& record, Visit&& visit, Others&... others) {
  each_field_of(record, std::forward<Visit>(visit), others...);
}

/// An enumeration whose enumerators have stable names: name_of(value), and the way back.
template <class T>
concept Named = std::is_enum_v<T> && requires(T value) {
  { name_of(value) } -> std::convertible_to<std::string_view>;
  { enumerator_of(std::string_view(), std::type_identity<T>()) } -> std::convertible_to<std::optional<T>>;
};

/// The way back, where the names stand in the order of the enumerators.
template <class E, std::size_t N>
constexpr std::optional<E> enumerator_in(const std::string_view (&names)[N], std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name) return static_cast<E>(i);
  return std::nullopt;
}

}  // namespace assay

#define ASSAY_PARENTHESES ()
#define ASSAY_EXPAND(...) ASSAY_EXPAND_16(ASSAY_EXPAND_16(ASSAY_EXPAND_16(__VA_ARGS__)))
#define ASSAY_EXPAND_16(...) ASSAY_EXPAND_4(ASSAY_EXPAND_4(ASSAY_EXPAND_4(ASSAY_EXPAND_4(__VA_ARGS__))))
#define ASSAY_EXPAND_4(...) ASSAY_EXPAND_1(ASSAY_EXPAND_1(ASSAY_EXPAND_1(ASSAY_EXPAND_1(__VA_ARGS__))))
#define ASSAY_EXPAND_1(...) __VA_ARGS__
#define ASSAY_EACH(macro, ...) __VA_OPT__(ASSAY_EXPAND(ASSAY_EACH_STEP(macro, __VA_ARGS__)))
#define ASSAY_EACH_STEP(macro, first, ...) \
  macro(first) __VA_OPT__(ASSAY_EACH_AGAIN ASSAY_PARENTHESES(macro, __VA_ARGS__))
#define ASSAY_EACH_AGAIN() ASSAY_EACH_STEP
#define ASSAY_VISIT_FIELD(field) visit(#field, record.field, others.field...);

/// Of a record that is only a sign.
#define ASSAY_NO_FIELDS(Type)                           \
  template <class R, class Visit, class... Others>      \
  requires std::is_same_v<std::remove_const_t<R>, Type> \
  void each_field_of(R&, Visit&&, Others&...) {}        \
  static_assert(std::is_empty_v<Type>)

/// The structured binding counts: it needs a name for each field of the record, no more and no fewer.
#define ASSAY_FIELDS(Type, ...)                                     \
  template <class R, class Visit, class... Others>                  \
  requires std::is_same_v<std::remove_const_t<R>, Type>             \
  void each_field_of(R& record, Visit&& visit, Others&... others) { \
    [[maybe_unused]] auto& [__VA_ARGS__] = record;                  \
    ASSAY_EACH(ASSAY_VISIT_FIELD, __VA_ARGS__)                      \
  }                                                                 \
  static_assert(std::is_aggregate_v<Type>)
