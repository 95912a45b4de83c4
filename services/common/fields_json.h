#pragma once

#include <nlohmann/json.hpp>
#include <type_traits>

#include "services/common/fields.h"

/// JSON forms of records, both ways: an object with a key for each field. A key that is missing leaves its field at the
/// default, so that what older versions wrote can be read; one of the wrong type throws nlohmann::json::exception. Slow
/// to compile: for .cpp files only.
namespace nlohmann {

template <assay::Record R>
struct adl_serializer<R, void> {
  template <class Json>
  static void to_json(Json& json, const R& record) {
    json = Json::object();
    assay::each_field(record, [&](const char* name, const auto& value) { json[name] = value; });
  }
  template <class Json>
  static void from_json(const Json& json, R& record) {
    if (!json.is_object()) throw detail::type_error::create(302, "an object is expected", &json);
    assay::each_field(record, [&](const char* name, auto& value) {
      if (const auto found = json.find(name); found != json.end()) found->get_to(value);
    });
  }
};

template <class T>
struct adl_serializer<std::optional<T>, void> {
  template <class Json>
  static void to_json(Json& json, const std::optional<T>& value) {
    json = value ? Json(*value) : Json();
  }
  template <class Json>
  static void from_json(const Json& json, std::optional<T>& value) {
    value.reset();
    if (!json.is_null()) value = json.template get<T>();
  }
};

template <assay::Named E>
struct adl_serializer<E, void> {
  template <class Json>
  static void to_json(Json& json, const E& value) {
    json = name_of(value);
  }
  template <class Json>
  static void from_json(const Json& json, E& value) {
    const auto found = enumerator_of(json.template get_ref<const std::string&>(), std::type_identity<E>());
    if (!found) throw detail::out_of_range::create(403, "no such name: " + json.dump(), &json);
    value = *found;
  }
};

}  // namespace nlohmann

namespace assay {

/// JSON text in one line; bytes that are no UTF-8 are replaced.
inline std::string json_text(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace assay
