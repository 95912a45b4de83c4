#pragma once

#include <functional>

namespace llvm {
class Use;
class User;
class Value;
}  // namespace llvm

namespace assay::ir {

/// Is the user a variable of the module that nothing uses, so that nobody reads what it is initialized with?
bool is_lost(const llvm::User& user);

/// May others come to know the pointer from this number, which `ptrtoint` made of its address? Not where the number,
/// and what is computed from it, is only compared or not used at all, nor where nothing of the address is left in what
/// goes elsewhere (a difference of two numbers of one address). LangRef, pointer aliasing rules: a pointer is based on
/// the values that contribute to it. Uses that `counts` denies are none.
bool exposes_pointer(const llvm::Value& number, const std::function<bool(const llvm::User&)>& counts = nullptr);

/// A byval argument: the callee gets a copy of what is there, not the pointer.
bool is_passed_by_value(const llvm::Use& use);

}  // namespace assay::ir
