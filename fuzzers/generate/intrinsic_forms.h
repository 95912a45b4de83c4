#pragma once

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace llvm {
class DbgRecord;
}

/// How intrinsics can be called: found by trying types and immediates until the verifier and the semantics are content,
/// so that an intrinsic that the semantics learn needs no code here.
namespace assay::generate {

/// A type without its LLVMContext.
struct TypeName {
  char element = 'i';  ///< i: integer, h: half, b: bfloat, f: float, d: double, p: pointer
  unsigned bits = 8;   ///< of an integer
  unsigned lanes = 0;  ///< of a vector; 0: a scalar
  llvm::Type* in(llvm::LLVMContext& context) const;
};

/// The argument for one parameter. The form fixes all kinds but Free, whose value the caller chooses.
struct FixedArgument {
  enum class Kind : std::uint8_t {
    Free,         ///< any value of the type
    Number,       ///< an immediate
    Fraction,     ///< an immediate of floating point: number / 4
    Text,         ///< a string as metadata
    Note,         ///< a node of strings as metadata
    Scopes,       ///< a list of alias scopes as metadata
    ThreadLocal,  ///< the address of a thread-local variable
  };
  Kind kind = Kind::Free;
  std::uint64_t number = 0;
  std::string_view text;
  /// The fixed argument as a value of the type; null if the kind is Free or has no value of that type.
  llvm::Value* value(llvm::Module& module, llvm::Type* type) const;
};

/// One way to call an intrinsic.
struct IntrinsicForm {
  std::vector<TypeName> types;           ///< of the overloaded parameters
  std::vector<FixedArgument> arguments;  ///< one for each parameter
  llvm::Function* declare(llvm::Module& module, llvm::Intrinsic::ID id) const;
  llvm::FunctionType* type(llvm::LLVMContext& context, llvm::Intrinsic::ID id) const;
};

/// Some tens of forms, at most; each is accepted by the verifier and has a meaning in semantics/. A function of the id
/// alone, computed once. Empty if there is none.
const std::vector<IntrinsicForm>& forms_of(llvm::Intrinsic::ID id);

/// Intrinsics that semantics/ gives a meaning to, in the order of their names.
const std::vector<llvm::Intrinsic::ID>& known_intrinsics();

/// Finds the forms of all of them now, so that processes that are forked from this one need not.
void find_all_forms();

/// The intrinsic that older releases wrote in place of this debug record.
llvm::Intrinsic::ID intrinsic_of(const llvm::DbgRecord& record);

/// A module whose function @f calls the intrinsic with its own arguments: the first form, or, where the semantics have
/// none, the first that the verifier accepts. Null if no types were found.
std::unique_ptr<llvm::Module> example_call(llvm::LLVMContext& context, llvm::Intrinsic::ID id);

}  // namespace assay::generate
