#include "services/worker/refine/counter_input.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "services/worker/ir/references.h"
#include "services/worker/refine/encoder/memory/access.h"

namespace assay::refine {
namespace {

using semantics::Input;
using semantics::InputBlock;
using semantics::InputByte;
using semantics::ScriptedCall;
using Value = semantics::InputLane;  ///< while it is read, `block` of a pointer is the number of its object

constexpr std::uint64_t kBehindArgument = 16;  ///< but at least as many behind where an argument points
constexpr std::uint64_t kLargest = 256;        ///< bytes of an object that are part of the input
constexpr std::uint64_t kBefore = 64;          ///< at least as many before where an argument points

class Reader {
 public:
  Reader(World& world, Machine& source, const smt::Model& model)
      : world_(world),
        t_(world.terms),
        memory_(source.memory()),
        model_(model),
        index_(world.memory.objects.size()),
        first_(world.memory.objects.size()) {}

  Input read() {
    for (const std::vector<InputLane>& lanes : world_.inputs) {
      std::vector<Value>& values = input_.arguments.emplace_back();
      for (const InputLane& lane : lanes) values.push_back(value_of(lane));
    }
    find_variable_arguments();
    find_calls();
    if (world_.memory.active) add_objects();
    for (std::vector<Value>& values : input_.arguments) find_blocks(values);
    for (semantics::VariableArgument& argument : input_.variable) find_blocks(argument.lanes);
    for (std::uint32_t i = 0; i < made_.size(); ++i) finish_call(*made_[i], i);
    add_absent();
    return std::move(input_);
  }

 private:
  /// Numbers of objects become those of the input's blocks.
  void find_blocks(std::vector<Value>& values) const {
    for (Value& value : values) {
      if (value.block == 0) continue;
      const bool is_there = is_told(value.block);
      if (is_there) value.bits -= first_[value.block];
      value.block = is_there ? index_[value.block] : 0;
    }
  }
  /// In the model a list is known by its state; here by what was taken of it before.
  void find_variable_arguments() {
    std::map<std::string, std::string> taken;  // by state
    const auto state_of = [&](Term term) { return llvm::toString(evaluate(term), 16, false); };
    for (const TakenArgument& each : world_.taken) {
      if (!holds(each.path)) continue;
      if (taken.empty()) taken[state_of(t_.variable(kListAtStart, each.where.width()))] = "";
      const auto before = taken.find(state_of(each.where));
      if (before == taken.end()) continue;
      semantics::VariableArgument argument{before->second + each.type, holds(each.exists), {}};
      taken.emplace(state_of(each.next), argument.taken);
      for (const InputLane& lane : each.lanes) argument.lanes.push_back(value_of(lane));
      if (std::ranges::find(input_.variable, argument.taken, &semantics::VariableArgument::taken) ==
          input_.variable.end())
        input_.variable.push_back(std::move(argument));
    }
  }

  llvm::APInt evaluate(Term term) const { return smt::evaluate(t_, term, model_); }
  bool holds(Term condition) const { return evaluate(condition).isOne(); }

  Value value_of(const InputLane& lane) {
    Value value = Value::of(evaluate(lane.value));
    if (holds(lane.poison))
      value.kind = Value::Kind::Poison;
    else if (holds(lane.undef))
      value.kind = Value::Kind::Undef;
    if (lane.type.kind == semantics::LaneKind::Pointer) read_pointer(value);
    return value;
  }
  Value value_of(const Picked& picked, const semantics::LaneType& type) {
    Value value = Value::of(evaluate(picked.bits));
    if (holds(picked.poison)) value.kind = Value::Kind::Poison;
    if (type.kind == semantics::LaneKind::Pointer) read_pointer(value);
    return value;
  }
  void read_pointer(Value& value) {
    const unsigned width = world_.memory.shape.offset_bits;
    value.block = static_cast<std::uint32_t>(value.bits.extractBitsAsZExtValue(kBlockBits, width));
    value.bits = value.bits.trunc(width);
    if (value.kind != Value::Kind::Bits) value.block = 0;
  }

  /// Calls that are made in the model, and events that give something, less those that are the same as an earlier one.
  void find_calls() {
    for (const CallRecord& record : world_.calls) {
      if ((record.call == nullptr && record.result.empty()) || !holds(record.path)) continue;
      if (evaluate(record.outcome) != record.occasion) continue;
      made_.push_back(&record);
      ScriptedCall& call = input_.script.emplace_back();
      if (record.callee != nullptr) call.function = record.callee->getName().str();
      if (record.call == nullptr) call.function = record.key;
      if (is_by_pointer(record)) called_.insert(function_called(record));
      if (!holds(record.returns)) call.end = ScriptedCall::End::DoesNotReturn;
      if (holds(record.ub)) call.end = ScriptedCall::End::Undefined;
      if (record.call != nullptr) call.arguments.resize(record.call->arg_size());
      for (std::size_t i = 0; i < record.argument_of.size(); ++i)
        if (record.argument_of[i] != 0)
          call.arguments[record.argument_of[i] - 1].push_back(value_of(record.arguments[i], record.types[i]));
      for (std::size_t i = 0; i < record.result.size(); ++i)
        call.result.push_back(value_of(record.result[i], record.result_types[i]));
    }
  }
  static bool is_by_pointer(const CallRecord& record) {
    return record.call != nullptr && record.callee == nullptr && !record.call->isInlineAsm();
  }
  /// The object that a call by a pointer goes to: its address is seen like an argument.
  std::uint32_t function_called(const CallRecord& record) {
    return value_of(record.arguments.front(), record.types.front()).block;
  }
  void name_function(const CallRecord& record, ScriptedCall& call) {
    const std::uint32_t object = function_called(record);
    if (is_told(object))
      call.function = is_known(world_.memory.objects[object]) ? world_.memory.objects[object].name
                                                              : semantics::name_of_function(index_[object]);
  }
  bool is_told(std::uint64_t block) const { return block < index_.size() && index_[block] != 0; }
  /// A pointer that a call may get at.
  struct Reached {
    std::uint32_t block;
    std::uint64_t offset;
    ScriptedCall::Way way;
  };
  /// The functions' own objects are not part of the input: what leads there does.
  bool is_own(std::uint64_t block) const { return block >= index_.size(); }
  void finish_call(const CallRecord& record, std::uint32_t entry) {
    if (record.call == nullptr) return;
    ScriptedCall& call = input_.script[entry];
    if (is_by_pointer(record)) name_function(record, call);
    const std::vector<Reached> reached = pointers_reached(record, call);
    if (record.writes) add_writes(record, reached, call);
    add_frees(record, call);
    tell_own_results(reached, call);
    for (const Reached& each : reached)
      if (each.way.kind == ScriptedCall::Way::Kind::Argument && is_own(each.block))
        given_.emplace_back(
            record.machine,
            Reached{each.block, each.offset, {ScriptedCall::Way::Kind::Given, each.way.which, entry, 0}});
    for (auto& lanes : call.arguments)
      for (auto& lane : lanes) {
        if (lane->block != 0 && !is_told(lane->block)) lane.reset();
        if (lane) lane->block = lane->block == 0 ? 0 : index_[lane->block];
      }
    for (Value& value : call.result) {
      if (is_own(value.block)) return call.result.clear();
      value.block = index_[value.block];
    }
  }
  /// The call's arguments; of pointers to own objects also those that earlier calls were given, and those that stand in
  /// memory that others know.
  std::vector<Reached> pointers_reached(const CallRecord& record, const ScriptedCall& call) const {
    std::vector<Reached> reached;
    for (std::uint32_t i = 0; i < call.arguments.size(); ++i)
      if (const auto& lanes = call.arguments[i]; lanes.size() == 1 && lanes[0]->block != 0)
        reached.push_back(
            {lanes[0]->block, lanes[0]->bits.getLimitedValue(), {ScriptedCall::Way::Kind::Argument, i, 0, 0}});
    for (const auto& [machine, pointer] : given_)
      if (machine == record.machine) reached.push_back(pointer);
    const std::uint64_t g = world_.memory.shape.cell_bytes;
    const unsigned width = world_.memory.shape.offset_bits;
    Memory& memory = record.machine->memory();
    for (std::uint32_t block = 0; block < index_.size() && world_.memory.shape.pointers; ++block)
      for (std::uint64_t at = first_cell(memory, block, 0);
           is_told(block) && at < input_.memory[index_[block] - 1].bytes.size(); at += g) {
        const Cell cell =
            memory.read(record.before.contents, memory.state(), t_.constant(kBlockBits, block), t_.constant(width, at));
        if (cell.is_pointer.is_false() || !holds(cell.is_pointer) || !evaluate(cell.piece).isZero()) continue;
        const llvm::APInt pointer = evaluate(cell.pointer);
        const std::uint64_t to = pointer.extractBitsAsZExtValue(kBlockBits, width);
        if (is_own(to))
          reached.push_back({static_cast<std::uint32_t>(to),
                             pointer.trunc(width).getLimitedValue(),
                             {ScriptedCall::Way::Kind::Held, index_[block], 0, at}});
      }
    return reached;
  }
  /// If a call returns a pointer to one of the functions' own objects, one that it can get at stands for it.
  void tell_own_results(const std::vector<Reached>& reached, ScriptedCall& call) const {
    call.result_of.resize(call.result.size());
    for (std::size_t k = 0; k < call.result.size(); ++k)
      for (const Reached& each : reached) {
        if (!is_own(call.result[k].block) || each.block != call.result[k].block) continue;
        call.result[k].bits -= each.offset;
        call.result[k].block = 0;
        call.result_of[k] = each.way;
      }
  }
  void add_writes(const CallRecord& record, const std::vector<Reached>& reached, ScriptedCall& call) {
    // What has no other name: an own object, and what a call changes that may write by its arguments alone.
    const bool by_arguments_alone = !record.facts.may.writes_others();
    for (const Reached& each : reached) {
      const std::uint64_t before = is_own(each.block) ? each.offset : by_arguments_alone ? kLargest : 0;
      const std::uint64_t from = each.offset - std::min(each.offset, before);
      const std::uint64_t to = each.offset + (by_arguments_alone ? kLargest : kBehindArgument);
      add_writes(record, each.block, from, to, [&](std::uint64_t at, const InputByte& byte) {
        call.writes.push_back({each.way, at - each.offset, byte});
      });
    }
    for (std::uint32_t block = 0; block < index_.size(); ++block) {
      if (index_[block] == 0) continue;
      const Object& object = world_.memory.objects[block];
      const std::uint64_t told = input_.memory[index_[block] - 1].bytes.size();  // none of what the module says
      const std::uint64_t size =
          is_known(object) && holds(object.writable) ? evaluate(object.size).getLimitedValue(kLargest) : told;
      add_writes(record, block, 0, size, [&](std::uint64_t at, const InputByte& byte) {
        call.writes.push_back({{ScriptedCall::Way::Kind::Block, index_[block], 0, 0}, at, byte});
      });
    }
  }
  void add_frees(const CallRecord& record, ScriptedCall& call) {
    for (std::uint32_t i = 1; i < std::min(record.alive_after.size(), record.before.alive.size()); ++i)
      if (is_told(i) && holds(record.before.alive[i]) && !holds(record.alive_after[i])) call.frees.push_back(index_[i]);
  }
  /// What the call changes between two offsets into a block.
  template <class Add>
  void add_writes(const CallRecord& record, std::uint32_t block, std::uint64_t from, std::uint64_t to, const Add& add) {
    const std::uint64_t g = world_.memory.shape.cell_bytes;
    Memory& memory = record.machine->memory();
    const Term where = t_.constant(kBlockBits, block);
    const std::uint64_t size = evaluate(memory.objects().size_of(where)).getLimitedValue(kLargest);
    for (std::uint64_t at = first_cell(memory, block, from - std::min(from, g - 1)); at < std::min(to, size); at += g) {
      const Term offset = t_.constant(world_.memory.shape.offset_bits, at);
      const std::vector<InputByte> before =
          bytes_of(memory.read(record.before.contents, memory.state(), where, offset), g);
      const std::vector<InputByte> after =
          bytes_of(memory.read(record.contents_after, memory.state(), where, offset), g);
      for (std::uint64_t i = 0; i < g && at + i < to; ++i)
        if (at + i >= from && before[i] != after[i]) add(at + i, after[i]);
    }
  }

  /// The first offset from `from` on at which the object has a cell. Cells begin at addresses that are multiples of
  /// their size: where accesses do.
  std::uint64_t first_cell(const Memory& memory, std::uint32_t block, std::uint64_t from) const {
    const std::uint64_t g = world_.memory.shape.cell_bytes;
    const Pointer start{t_.zero(kMarkBits), t_.constant(kBlockBits, block), t_.zero(world_.memory.shape.offset_bits)};
    const std::uint64_t begin = evaluate(memory.objects().address(start)).urem(g);
    return from + (g - (begin + from) % g) % g;
  }

  /// Does the module say what it is, or holds?
  static bool is_known(const Object& object) {
    return (object.contents != nullptr && !object.is_partly_open) || object.kind == Object::Kind::Function ||
           object.kind == Object::Kind::Label;
  }
  /// All objects get their numbers first, because they may hold pointers to each other.
  void add_objects() {
    std::vector<unsigned> numbers;
    for (unsigned i = 1; i < world_.memory.count; ++i) {
      const Object& object = world_.memory.objects[i];
      const bool is_nameless = is_known(object) && (object.kind == Object::Kind::Label || object.name.empty());
      if (is_nameless || !holds(object.alive)) continue;
      numbers.push_back(i);
      index_[i] = static_cast<std::uint32_t>(numbers.size());
      first_[i] = first_told(i);
    }
    for (unsigned number : numbers) add_object(number);
    if (world_.memory.objects[0].alive.is_true()) {  // null leads to an object
      add_object(0);
      input_.memory.back().at_zero = true;
    }
  }
  /// Symbols that nobody defines. Where initializers or calls name them the interpreter does not follow.
  void add_absent() {
    for (const auto& [name, globals] : world_.weak) {
      if (holds(presence_of(t_, name))) continue;
      if (!std::ranges::all_of(globals, [](const auto* each) { return ir::is_operand_only(*each); })) continue;
      InputBlock& block = input_.memory.emplace_back();
      block.name = name;
      block.is_absent = true;
    }
  }
  /// Where arguments point into the object, in order.
  std::vector<std::uint64_t> offsets_into(unsigned number) const {
    std::vector<std::uint64_t> offsets;
    for (const std::vector<Value>& values : input_.arguments)
      for (const Value& value : values)
        if (value.block == number) offsets.push_back(value.bits.getLimitedValue());
    std::sort(offsets.begin(), offsets.end());
    return offsets;
  }
  /// Where what stands in the input begins: of an object for which there is no room a little before the arguments that
  /// lead into it. What calls do is told by offsets into whole objects.
  std::uint64_t first_told(unsigned number) const {
    const Object& object = world_.memory.objects[number];
    if (is_known(object) || !object.name.empty() || !made_.empty()) return 0;
    const std::uint64_t whole = evaluate(object.size).getLimitedValue();
    const std::vector<std::uint64_t> offsets = offsets_into(number);
    const bool has_room = whole <= kRoom || offsets.empty() || offsets.back() > whole;
    if (has_room || offsets.back() - offsets.front() > kLargest - kBefore) return 0;
    return (offsets.front() - std::min(offsets.front(), kBefore)) / kBefore * kBefore;
  }
  /// The parts of a large object that are held: its start, and what is around where arguments point.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts_of(unsigned number, std::uint64_t whole) const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> parts{{0, kLargest}};
    for (const std::uint64_t offset : offsets_into(number)) {
      const std::uint64_t end = parts.back().first + parts.back().second;
      const std::uint64_t low = std::max(end, (offset - std::min(offset, kBefore)) / kBefore * kBefore);
      const std::uint64_t high = std::min(whole, offset + kLargest - kBefore);
      if (offset > whole || low >= high) continue;
      if (low == end)
        parts.back().second += high - low;
      else
        parts.emplace_back(low, high - low);
    }
    return parts;
  }
  void add_object(unsigned number) {
    const Object& object = world_.memory.objects[number];
    InputBlock& block = input_.memory.emplace_back();
    block.name = object.name;
    const std::uint64_t first = first_[number];
    const llvm::APInt address = evaluate(object.address) + first;
    block.address = address.getLimitedValue();
    block.is_function = object.kind == Object::Kind::Function || (!is_known(object) && called_.contains(number));
    if (is_known(object) || block.is_function) return;  // something to point to
    block.writable = holds(object.writable);
    block.align = std::uint64_t{1} << std::min(address.countr_zero(), 12u);
    const std::uint64_t whole = evaluate(object.size).getLimitedValue() - first;
    block.size = std::min(whole, kLargest);
    if (whole > kLargest && whole <= kRoom && world_.memory.shape.offset_bits == 64 && block.name.empty()) {
      block.size = whole;
      block.parts = parts_of(number, whole);
      for (const auto& [from, count] : block.parts) add_bytes(number, from, count, block.bytes);
    } else {
      add_bytes(number, first, block.size, block.bytes);
    }
  }
  /// What stands in the object from an offset on.
  void add_bytes(unsigned number, std::uint64_t from, std::uint64_t count, std::vector<InputByte>& to) {
    const std::uint64_t g = world_.memory.shape.cell_bytes, end = from + count;
    std::uint64_t at = first_cell(memory_, number, from);
    to.resize(to.size() + std::min(at, end) - from);
    for (; at < end; at += g) {
      const Term offset = t_.constant(world_.memory.shape.offset_bits, at);
      const Cell cell = memory_.read(0, memory_.state(), memory_.objects().caller_block(number), offset);
      const std::vector<InputByte> bytes = bytes_of(cell, std::min(g, end - at));
      to.insert(to.end(), bytes.begin(), bytes.end());
    }
  }
  /// Of a cell of which some bytes are poison: one.
  static std::vector<InputByte> uneven_bytes(const llvm::APInt& value, std::uint64_t count) {
    std::vector<InputByte> bytes;
    for (unsigned i = 0; i < count; ++i)
      bytes.push_back(InputByte::of(static_cast<std::uint8_t>(value.extractBitsAsZExtValue(8, 8 * i))));
    bytes[0] = InputByte::all_poison();
    return bytes;
  }
  std::vector<InputByte> bytes_of(const Cell& cell, std::uint64_t count) const {
    const Term parts[] = {cell.value, cell.poison, cell.tag, cell.uneven, cell.is_pointer, cell.pointer, cell.piece};
    const bool may_point = !cell.is_pointer.is_false();
    const std::vector<llvm::APInt> values = smt::Evaluator(t_, std::span(parts, may_point ? 7 : 4)).evaluate(model_);
    if (values[3].isOne()) return uneven_bytes(values[0], count);
    const unsigned width = world_.memory.shape.offset_bits;
    const std::uint64_t g = world_.memory.shape.cell_bytes;
    std::vector<InputByte> bytes;
    for (std::uint64_t i = 0; i < count; ++i) {
      InputByte& byte = bytes.emplace_back();
      byte.value = static_cast<std::uint8_t>(values[0].extractBitsAsZExtValue(8, static_cast<unsigned>(8 * i)));
      byte.poison = unused_bits(values[2].getZExtValue(), static_cast<unsigned>(g), static_cast<unsigned>(i));
      const bool by_bit = world_.memory.shape.bit_poison;
      if (by_bit)
        byte.poison |= static_cast<std::uint8_t>(values[1].extractBitsAsZExtValue(8, static_cast<unsigned>(8 * i)));
      byte.value = static_cast<std::uint8_t>(byte.value & ~byte.poison);
      if (!by_bit && !values[1].isZero()) byte = InputByte::all_poison();
      if (!values[1].isZero() || !may_point || !values[4].isOne()) continue;
      const std::uint64_t block = values[5].extractBitsAsZExtValue(kBlockBits, width);
      const std::uint64_t piece = values[6].getZExtValue() * g + i;
      const llvm::APInt offset = values[5].trunc(width);
      if (block == 0)
        byte.value = 8 * piece + 8 <= width
                         ? static_cast<std::uint8_t>(offset.extractBitsAsZExtValue(8, static_cast<unsigned>(8 * piece)))
                         : 0;
      else if (is_told(block))
        byte = InputByte::of_pointer(index_[block] - 1, (offset - first_[block]).getLimitedValue(), piece);
      else if (!input_.memory
                    .empty())  // to an object that is gone: that it is a pointer matters more than where it leads
        byte = InputByte::of_pointer(0, 0, piece);
    }
    return bytes;
  }

  World& world_;
  Terms& t_;
  Memory& memory_;
  const smt::Model& model_;
  Input input_;
  std::set<std::uint32_t> called_;       ///< objects that are called
  std::vector<std::uint32_t> index_;     ///< per object: 1 + where it stands in the input, or 0
  std::vector<std::uint64_t> first_;     ///< per object: the offset at which what stands in the input begins
  std::vector<const CallRecord*> made_;  ///< those of Input::script
  /// Pointers to own objects that those before were given, and by whom.
  std::vector<std::pair<const Machine*, Reached>> given_;
};

}  // namespace

Input input_in(World& world, Machine& source, const smt::Model& model) { return Reader(world, source, model).read(); }

}  // namespace assay::refine
