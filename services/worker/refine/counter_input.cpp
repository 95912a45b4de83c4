#include "services/worker/refine/counter_input.h"

namespace assay::refine {
namespace {

constexpr std::uint64_t kMostBytes = 64;     ///< of an object that are told
constexpr std::uint64_t kBehindArgument = 16;  ///< but as many behind where an argument points
constexpr std::uint64_t kLargest = 256;

class Reader {
 public:
  Reader(World& world, Machine& source, const smt::Model& model)
      : world_(world), t_(world.terms), memory_(source.memory()), model_(model), index_(world.memory.objects.size()) {}

  CounterInput read() {
    for (const std::vector<InputLane>& lanes : world_.inputs) {
      std::vector<InputValue>& values = input_.arguments.emplace_back();
      for (const InputLane& lane : lanes) values.push_back(value_of(lane));
    }
    if (world_.memory.active) add_objects();
    for (std::vector<InputValue>& values : input_.arguments)
      for (InputValue& value : values) value.block = value.block == 0 ? 0 : index_[value.block];
    return std::move(input_);
  }

 private:
  llvm::APInt evaluate(Term term) const { return smt::evaluate(t_, term, model_); }
  bool holds(Term condition) const { return evaluate(condition).isOne(); }

  /// Of a pointer, with its object's number for now.
  InputValue value_of(const InputLane& lane) {
    InputValue value;
    value.bits = evaluate(lane.value);
    if (holds(lane.poison))
      value.kind = InputValue::Kind::Poison;
    else if (holds(lane.undef))
      value.kind = InputValue::Kind::Undef;
    if (lane.type.kind != semantics::LaneKind::Pointer) return value;
    input_.beyond_arguments = true;
    const unsigned width = world_.memory.shape.offset_bits;
    value.block = static_cast<std::uint32_t>(value.bits.extractBitsAsZExtValue(kBlockBits, width));
    value.bits = value.bits.trunc(width);
    if (value.kind != InputValue::Kind::Bits) value.block = 0;
    std::uint64_t& reach = reach_[value.block];
    reach = std::max(reach, value.bits.getLimitedValue(kLargest) + kBehindArgument);
    return value;
  }

  /// Numbers first: objects hold pointers to each other.
  void add_objects() {
    std::vector<unsigned> numbers;
    for (unsigned i = 1; i < world_.memory.count; ++i) {
      const Object& object = world_.memory.objects[i];
      const bool known = object.contents != nullptr || object.kind == Object::Kind::Function;
      if (known || !holds(object.alive)) continue;
      numbers.push_back(i);
      index_[i] = static_cast<std::uint32_t>(numbers.size());
    }
    for (unsigned number : numbers) add_object(number);
  }
  void add_object(unsigned number) {
    const Object& object = world_.memory.objects[number];
    CounterBlock& block = input_.memory.emplace_back();
    block.name = object.name;
    block.writable = holds(object.writable);
    const unsigned zeros = evaluate(object.address).countr_zero();
    block.align = std::uint64_t{1} << std::min(zeros, 12u);
    const std::uint64_t most = std::clamp(reach_[number], kMostBytes, kLargest);
    const std::uint64_t size = evaluate(object.size).getLimitedValue(most);
    const std::uint64_t g = world_.memory.shape.cell_bytes;
    for (std::uint64_t at = 0; at < size; at += g) add_cell(number, at, std::min(g, size - at), block);
  }
  void add_cell(unsigned number, std::uint64_t at, std::uint64_t count, CounterBlock& block) {
    const unsigned width = world_.memory.shape.offset_bits;
    const Cell cell = memory_.read(0, memory_.block_constant(number, false), t_.constant(width, at));
    const llvm::APInt value = evaluate(cell.value), poison = evaluate(cell.poison);
    const bool is_pointer = holds(cell.is_pointer);
    const llvm::APInt pointer = evaluate(cell.pointer);
    const std::uint64_t g = world_.memory.shape.cell_bytes;
    for (std::uint64_t i = 0; i < count; ++i) {
      CounterByte byte;
      byte.value = static_cast<std::uint8_t>(value.extractBitsAsZExtValue(8, static_cast<unsigned>(8 * i)));
      byte.poison = !poison.isZero();
      if (is_pointer) {
        byte.block = index_[pointer.extractBitsAsZExtValue(kBlockBits, width) % index_.size()];
        byte.offset = pointer.trunc(width).getLimitedValue();
        byte.piece = static_cast<std::uint8_t>(evaluate(cell.piece).getZExtValue() * g + i);
      }
      block.bytes.push_back(byte);
    }
  }

  World& world_;
  Terms& t_;
  Memory& memory_;
  const smt::Model& model_;
  CounterInput input_;
  std::vector<std::uint32_t> index_;         ///< per object: 1 + where it stands in the input, or 0
  std::map<unsigned, std::uint64_t> reach_;  ///< per object: bytes that arguments lead to
};

}  // namespace

CounterInput input_in(World& world, Machine& source, const smt::Model& model) {
  return Reader(world, source, model).read();
}

}  // namespace assay::refine
