#include "services/worker/improve/inverse.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/NoFolder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>

#include "services/worker/check/check.h"
#include "services/worker/ir/ir.h"

namespace assay::improve {
namespace {

/// One operation of each kind, of `W` bits.
std::string operations_of(unsigned width) {
  std::string type = "i" + std::to_string(width), text;
  const auto add = [&](const std::string& body, const std::string& result) {
    text += "define " + result + " @f" + std::to_string(std::count(text.begin(), text.end(), '}')) + "(" + type +
            " %x, " + type + " %y, i1 %c) {\n %r = " + body + "\n ret " + result + " %r\n}\n";
  };
  for (const char* op : {"xor", "add", "sub", "or", "and", "mul"}) add(std::string(op) + " " + type + " %x, %y", type);
  add("shl " + type + " %x, " + std::to_string(width / 2), type);
  for (const char* op : {"umin", "umax", "smin", "smax", "usub.sat"})
    add("call " + type + " @llvm." + op + "." + type + "(" + type + " %x, " + type + " %y)", type);
  add("call " + type + " @llvm.abs." + type + "(" + type + " %x, i1 false)", type);
  add("select i1 %c, " + type + " %x, " + type + " %y", type);
  add("zext i1 %c to " + type, type);
  add("icmp ult " + type + " %x, %y", "i1");
  add("icmp eq " + type + " %x, %y", "i1");
  return text;
}

/// The function as it is, and with its operation computed the other way.
std::pair<llvm::Function*, llvm::Function*> both_ways(llvm::Function& function, const Inverse& inverse) {
  llvm::ValueToValueMapTy copies;
  llvm::Function* other = llvm::CloneFunction(&function, copies);
  llvm::Instruction& root = *llvm::inst_begin(*other);
  llvm::Instruction* end = root.getNextNode();
  llvm::IRBuilder<llvm::NoFolder> builder(end);
  llvm::Value* made = inverse.make(root, builder);
  end->setOperand(0, made);
  if (root.use_empty()) root.eraseFromParent();
  return {&function, other};
}

/// Back for all inputs, undef and poison included: so a fold to what was there is right wherever the other way stands.
TEST(Inverses, AreProvedBackForAllInputsAndForwardForDefinedOnes) {
  std::map<std::string, int> seen;
  for (const unsigned width : {2, 3, 8, 16}) {
    llvm::LLVMContext context;
    const auto module = ir::parse(context, operations_of(width), "operations");
    ASSERT_TRUE(module) << module.error();
    std::vector<llvm::Function*> functions;
    for (llvm::Function& function : **module)
      if (!function.isDeclaration()) functions.push_back(&function);
    for (llvm::Function* function : functions)
      for (const Inverse& inverse : inverses()) {
        if (!inverse.fits(*llvm::inst_begin(*function))) continue;
        const auto [plain, other] = both_ways(*function, inverse);
        check::Checker checker{check::Options()};
        const Verdict back = checker.check(*other, *plain);
        EXPECT_EQ(back.kind, VerdictKind::Correct) << inverse.name << ", i" << width << "\n" << ir::print(*other);
        EXPECT_EQ(back.bound, "") << inverse.name;
        for (llvm::Function* each : {plain, other})
          for (llvm::Argument& argument : each->args()) argument.addAttr(llvm::Attribute::NoUndef);
        const Verdict forward = checker.check(*plain, *other);
        EXPECT_EQ(forward.kind, VerdictKind::Correct) << inverse.name << ", i" << width << "\n" << ir::print(*other);
        for (llvm::Argument& argument : plain->args()) argument.removeAttr(llvm::Attribute::NoUndef);
        ++seen[inverse.name];
      }
  }
  EXPECT_EQ(seen.size(), inverses().size());
}

}  // namespace
}  // namespace assay::improve
