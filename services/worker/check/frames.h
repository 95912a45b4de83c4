#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace llvm {
class CallBase;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace assay::check {

/// A body where it is executed: the function itself, or the callee of one call.
struct Frame {
  const llvm::Function* body;
  const llvm::CallBase* call = nullptr;  ///< null of the function itself
  const Frame* caller = nullptr;
  unsigned depth = 0;
  std::map<const llvm::CallBase*, const Frame*> callees = {};  ///< those that are followed

  /// Null if the callee's body isn't followed: it is unknown, calls itself, or there are too many.
  const Frame* followed(const llvm::Value& call) const;
  std::vector<const llvm::Value*> returned() const;
};

struct ValueAt {
  const Frame* frame;
  const llvm::Value* value;
  std::pair<const void*, const void*> key() const { return {frame, value}; }
  /// What a parameter of a callee stands for at its call; anything else is itself.
  ValueAt at_the_call() const;
};

/// The function with the bodies that it calls, each as often as it is called.
class Frames {
 public:
  explicit Frames(const llvm::Function& function);
  const std::vector<std::unique_ptr<Frame>>& all() const { return frames_; }

 private:
  void enter_callees(Frame& frame);
  std::vector<std::unique_ptr<Frame>> frames_;
  unsigned inner_instructions_ = 0;
};

}  // namespace assay::check
