#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace assay {

/// An error that a user can cause: what was wrong, where (file, line, field), what was expected.
struct Error {
  std::string message;
};

/// A value or an Error; errors travel as values up to the edge, which prints them.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}
  explicit operator bool() const { return state_.index() == 0; }
  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  /// Of a temporary: the value itself, so that nothing refers to what is gone.
  T operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }
  const std::string& error() const { return std::get<1>(state_).message; }
  /// The error wrapped in more context: "context: message".
  Error wrap(const std::string& context) const { return Error{context + ": " + error()}; }

 private:
  std::variant<T, Error> state_;
};

/// Success or an Error.
using Status = std::optional<Error>;

}  // namespace assay
