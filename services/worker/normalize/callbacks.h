#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <optional>
#include <vector>

/// LangRef, `!callback`: a broker calls a function that it is given with arguments that it is given, at which it does
/// not look itself.
namespace assay::normalize {

/// The arguments of one call, by parameter; null: the broker's own.
using CallbackArguments = std::vector<const llvm::Value*>;

/// With what brokers call the function, once each; nothing, if its address goes elsewhere than to direct calls and
/// brokers, or to no broker.
std::optional<std::vector<CallbackArguments>> callbacks_to(const llvm::Function& function);

/// Does the function, or one that it calls, give a broker without a body something to pass on?
bool passes_on(const llvm::Function& function);

/// The module with one call back before each call of such a broker, if an unknown function says so, which also gives
/// the broker's own arguments. The broker no longer gets what it only passes on.
std::unique_ptr<llvm::Module> with_explicit_callbacks(const llvm::Module& module);

/// The function in a module of its own (ir::clone_for), undefined unless called with the constants among these
/// arguments, which stand in the place of its parameters. Null: one of them is no constant that the module has, or none
/// that can be compared.
std::unique_ptr<llvm::Module> called_with(const llvm::Function& function, const llvm::Function& other,
                                          const CallbackArguments& arguments);

}  // namespace assay::normalize
