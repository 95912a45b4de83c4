#include "fuzzers/generate/program.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>

#include "fuzzers/generate/constants.h"
#include "fuzzers/generate/program_writer.h"

namespace assay::generate {
namespace {

using llvm::GlobalValue;
using llvm::IntegerType;
using llvm::Value;

class ProgramMaker {
 public:
  ProgramMaker(llvm::Module& module, Rng& rng, const ProgramOptions& options)
      : program_{module, rng, {}, {}, nullptr, {}}, rng_(rng), options_(options) {}

  void make() {
    add_variables();
    const std::uint64_t functions = 1 + rng_.below(std::max(options_.functions, 1u));
    for (std::uint64_t i = 0; i < functions; ++i) add_function("f" + std::to_string(i));
    add_main();
  }

 private:
  llvm::LLVMContext& context() { return program_.module.getContext(); }

  llvm::GlobalVariable* variable(llvm::Constant* start, GlobalValue::LinkageTypes linkage, const std::string& name) {
    return new llvm::GlobalVariable(program_.module, start->getType(), false, linkage, start, name);
  }

  void add_variables() {
    for (int i = 0; i < 3; ++i) {
      IntegerType* type = program_.any_type();
      auto* start = llvm::ConstantInt::get(context(), interesting_integer(type->getBitWidth(), rng_));
      program_.seeds.push_back({variable(start, GlobalValue::ExternalLinkage, "seed" + std::to_string(i)), type, 1});
    }
    const std::uint64_t arrays = 2 + rng_.below(4);
    for (std::uint64_t i = 0; i < arrays; ++i) {
      IntegerType* type = program_.any_type();
      static constexpr std::uint64_t kCounts[] = {8, 16, 17, 32, 33, 64, 100};
      const std::uint64_t count = kCounts[rng_.below(std::size(kCounts))];
      std::vector<llvm::Constant*> elements;
      for (std::uint64_t j = 0; j < count; ++j)
        elements.push_back(llvm::ConstantInt::get(
            context(), rng_.chance(1, 2) ? interesting_integer(type->getBitWidth(), rng_)
                                         : llvm::APInt(type->getBitWidth(), rng_(), false, /*implicitTrunc=*/true)));
      auto* array = llvm::ArrayType::get(type, count);
      auto* start = rng_.chance(1, 3) ? llvm::Constant::getNullValue(array) : llvm::ConstantArray::get(array, elements);
      program_.arrays.push_back(
          {variable(start, rng_.chance(1, 3) ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage,
                    "a" + std::to_string(i)),
           type, count});
    }
    std::vector<llvm::Type*> words;
    for (int i = 0; i < 3; ++i) words.push_back(program_.any_type());
    program_.record = variable(llvm::Constant::getNullValue(llvm::StructType::get(context(), words)),
                               GlobalValue::InternalLinkage, "record");
  }

  void add_function(const std::string& name) {
    Callable made;
    made.takes_array = rng_.chance(2, 5);
    made.is_recursive = rng_.chance(1, 5);
    std::vector<llvm::Type*> parameters;
    if (made.takes_array) parameters.push_back(llvm::PointerType::get(context(), 0));
    const std::uint64_t numbers = 1 + rng_.below(3);
    for (std::uint64_t i = 0; i < numbers; ++i) parameters.push_back(program_.any_type());
    made.function = llvm::Function::Create(llvm::FunctionType::get(program_.any_type(), parameters, false),
                                           GlobalValue::InternalLinkage, name, program_.module);
    made.function->addFnAttr(llvm::Attribute::NoUnwind);
    if (rng_.chance(1, 3)) made.function->addFnAttr(llvm::Attribute::NoInline);
    FunctionWriter writer(program_, *made.function, options_.most_steps / (made.is_recursive ? 24 : 4));
    if (made.takes_array) {
      made.array = rng_.pick(program_.arrays);
      made.array.pointer = made.function->getArg(0);
      writer.take_array(made.array);
    }
    if (made.is_recursive) writer.recurse(made);
    writer.statements(2 + static_cast<unsigned>(rng_.below(6)));
    writer.finish(writer.number(llvm::cast<IntegerType>(made.function->getReturnType()), 1));
    made.steps = writer.steps() * (made.is_recursive ? Callable::kDeepest : 1);
    program_.callables.push_back(made);
  }

  void add_main() {
    IntegerType* word = IntegerType::get(context(), 64);
    llvm::Type* number = IntegerType::get(context(), 32);
    auto* main = llvm::Function::Create(llvm::FunctionType::get(number, false), GlobalValue::ExternalLinkage, "main",
                                        program_.module);
    const auto print = program_.module.getOrInsertFunction(
        "printf", llvm::FunctionType::get(number, {llvm::PointerType::get(context(), 0)}, true));
    FunctionWriter writer(program_, *main, options_.most_steps);
    writer.call_all();
    writer.statements(2 + static_cast<unsigned>(rng_.below(4)));
    auto& builder = writer.builder;
    Value* format = builder.CreateGlobalString("%llx\n", "format", 0, &program_.module);
    const auto tell = [&](Value* sum) { builder.CreateCall(print, {format, sum}); };
    for (const Array& array : program_.arrays) tell(writer.sum_of(array));
    auto* record = llvm::cast<llvm::StructType>(program_.record->getValueType());
    for (unsigned i = 0; i < record->getNumElements(); ++i) {
      auto* type = llvm::cast<IntegerType>(record->getElementType(i));
      Value* member = builder.CreateStructGEP(record, program_.record, i);
      tell(writer.converted(writer.load(member, type), word).value);
    }
    tell(writer.converted(writer.number(word, 4), word).value);
    writer.finish({builder.getInt32(0), 0});
  }

  Program program_;
  Rng& rng_;
  const ProgramOptions options_;
};

}  // namespace

void generate_program(llvm::Module& module, Rng& rng, const ProgramOptions& options) {
  ProgramMaker(module, rng, options).make();
}

}  // namespace assay::generate
