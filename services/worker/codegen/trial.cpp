#include "services/worker/codegen/trial.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Module.h>

#include "services/worker/codegen/fitness.h"
#include "services/worker/codegen/layout.h"
#include "services/worker/codegen/liberties.h"
#include "services/worker/semantics/program.h"

namespace assay::codegen {
namespace {

using interpret::Comparison;
using interpret::Input;
using interpret::PlacedBytes;
using llvm::APInt;

constexpr std::uint8_t kAround = 0xa5;  ///< what stands around memory that the function was given

interpret::Limits limits_of_interpreter() {
  interpret::Limits limits;
  limits.steps = 1u << 16;
  limits.picks = 1u << 10;
  limits.behaviours = 1u << 8;
  limits.memory = 1u << 20;
  return limits;
}

Judged not_judged(Judged judged, std::string reason, std::string detail = "") {
  judged.kind = Judged::Kind::NotJudged;
  judged.reason = std::move(reason);
  judged.detail = std::move(detail);
  return judged;
}

std::uint64_t first_page(const PlacedBytes& block) { return block.address / kPage * kPage; }
std::uint64_t end_of_pages(const PlacedBytes& block) {
  return (block.address + std::max<std::uint64_t>(block.bytes.size(), 1) + kPage - 1) / kPage * kPage;
}
/// Memory that arguments lead to has pages of its own; variables (and functions, without bytes) stand close together.
bool is_variable(const PlacedBytes& block) { return block.address < kCode; }

/// Do two of them need the same place? The interpreter has functions close together, since none has bytes there.
bool overlap(std::vector<Image::Part> parts) {
  llvm::erase_if(parts, [](const Image::Part& part) { return part.bytes.empty(); });
  llvm::sort(parts, [](const Image::Part& a, const Image::Part& b) { return a.address < b.address; });
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (parts[i - 1].address + parts[i - 1].bytes.size() > parts[i].address) return true;
  return false;
}

/// What was written on the block's pages beside it.
std::string written_outside(const PlacedBytes& block, const std::vector<std::uint8_t>& pages) {
  const std::uint64_t begin = block.address - first_page(block), end = begin + block.bytes.size();
  for (std::uint64_t i = 0; i < pages.size(); ++i)
    if ((i < begin || i >= end) && pages[i] != kAround)
      return "writes " + std::to_string(i < begin ? begin - i : i - end + 1) + " bytes " +
             (i < begin ? "before" : "behind") + " memory that it was given";
  return "";
}

}  // namespace

Trial::Trial(const llvm::Module& module, const CodeParts& parts, const Configuration& configuration,
             const Settings& settings)
    : module_(module),
      parts_(parts),
      configuration_(configuration),
      settings_(settings),
      machine_(machine_for(configuration, settings)),
      rng_(settings.seed) {}

/// Of vectors whose length the processor chooses this one's is known.
semantics::LowerOptions Trial::lowering() const {
  semantics::LowerOptions options;
  options.vscale = std::max(1u, configuration_.target->vscale);
  return options;
}

/// Puts bits where a lane lies, and leaves what lies above them.
void Trial::put_bits(std::vector<std::uint8_t>& bytes, const LanePlace& place, const APInt& bits) const {
  for (unsigned i = 0; i < bits.getBitWidth(); ++i) {
    const auto mask = static_cast<std::uint8_t>(1u << (i % 8));
    std::uint8_t& byte = bytes[byte_of(place, i / 8)];
    byte = static_cast<std::uint8_t>(bits[i] ? byte | mask : byte & ~mask);
  }
}

/// All bits of the place.
APInt Trial::bits_at(const std::vector<std::uint8_t>& bytes, const LanePlace& place) const {
  APInt bits(place.bytes * 8, 0);
  for (unsigned i = 0; i < bits.getBitWidth(); ++i)
    bits.setBitVal(i, ((bytes[byte_of(place, i / 8)] >> (i % 8)) & 1) != 0);
  return bits;
}

std::size_t Trial::byte_of(const LanePlace& place, unsigned i) const {
  return place.offset + (configuration_.target->is_big_endian ? place.bytes - 1 - i : i);
}

Result<Image> Trial::link_at(const std::map<std::string, std::uint64_t>& places) const {
  const Image& library = parts_.runtime->image;
  Externals externals;
  externals.addresses = library.symbols;
  for (const Stub& stub : parts_.stubs) externals.symbols[stub.function] = stub.symbol;
  auto image = link(parts_.object, places, externals, kCode);
  if (!image) return image;
  image->parts.insert(image->parts.end(), library.parts.begin(), library.parts.end());
  image->outside.insert(library.outside.begin(), library.outside.end());
  return image;
}

Status Trial::start() {
  auto image = link_at({});
  if (!image) return Error{image.error()};
  shared_ = std::move(*image);
  auto emulator = Emulator::open(*configuration_.target, machine_, parts_.runtime->driver);
  if (!emulator) return Error{emulator.error()};
  emulator_ = std::move(*emulator);
  if (const auto host = parts_.runtime->image.symbols.find(kHost); host != parts_.runtime->image.symbols.end())
    emulator_->on_call(host->second, [this] { return make_call(); });
  return std::nullopt;
}

/// Where the interpreter has what the function can name, and what its inputs' pointers to functions lead to.
std::map<std::string, std::uint64_t> Trial::places_for(const Wrapped& wrapped,
                                                       const interpret::Reference& reference) const {
  const bool calls_pointers = call_through_pointer(*module_.getFunction(wrapped.function)) != nullptr;
  std::map<std::string, std::uint64_t> places;
  for (const interpret::PlacedVariable& variable : reference.variables()) places[variable.name] = variable.address;
  for (const interpret::PlacedVariable& placed : reference.functions()) {
    const llvm::Function* function = module_.getFunction(placed.name);
    if (function == nullptr || (is_called_only(*function) && !calls_pointers)) continue;
    const auto stub = llvm::find_if(parts_.stubs, [&](const Stub& each) { return each.function == placed.name; });
    if (stub != parts_.stubs.end()) places[stub->symbol] = placed.address;
    if (!function->isDeclaration() && !is_called_only(*function)) places[placed.name] = placed.address;
  }
  for (const Stub& stub : parts_.stubs)
    if (stub.caller == wrapped.function) places[stub.symbol] = stub.place;
  return places;
}

/// Inputs' pointers may lead to all functions that it names and does not define; those of the library stand elsewhere.
bool Trial::calls_library_by_pointer(const Wrapped& wrapped, const interpret::Reference& reference) const {
  if (call_through_pointer(*module_.getFunction(wrapped.function)) == nullptr) return false;
  return llvm::any_of(reference.functions(), [&](const interpret::PlacedVariable& placed) {
    const llvm::Function* function = module_.getFunction(placed.name);
    const auto has_name = [&](const Stub& stub) { return stub.function == placed.name; };
    return function != nullptr && function->isDeclaration() && llvm::none_of(parts_.stubs, has_name);
  });
}

/// Links again where something must stand at the place that the interpreter gives it.
Status Trial::prepare_image(const Wrapped& wrapped, const interpret::Reference& reference, Judged& judged) {
  for (const interpret::PlacedVariable& variable : reference.variables())
    if (variable.address + variable.size > kCallees) {
      judged = not_judged(std::move(judged), "variables of more than 22 megabytes", "@" + variable.name);
      return std::nullopt;
    }
  if (calls_library_by_pointer(wrapped, reference)) {
    judged = not_judged(std::move(judged), "indirect calls beside functions of the library");
    return std::nullopt;
  }
  const std::map<std::string, std::uint64_t> places = places_for(wrapped, reference);
  if (places.empty()) {
    if (has_shared_) return std::nullopt;
    image_ = shared_;
  } else {
    auto image = link_at(places);
    if (!image) return Error{image.error()};
    image_ = std::move(*image);
  }
  has_shared_ = places.empty();
  if (!has_shared_ && overlap(image_.parts)) {
    judged = not_judged(std::move(judged), "functions whose code has no room where they stand");
    return std::nullopt;
  }
  if (!image_.misplaced.empty()) {
    judged = not_judged(std::move(judged), "a variable that shares its section", "@" + image_.misplaced.front());
    return std::nullopt;
  }
  return emulator_->load(image_);
}

Status Trial::set_memory(const std::vector<PlacedBytes>& blocks) {
  for (const Image::Part& part : image_.parts)
    if (part.writable)
      if (Status bad = emulator_->write(part.address, part.bytes)) return bad;
  for (const PlacedBytes& block : blocks) {
    if (is_variable(block)) {
      if (Status bad = emulator_->write(block.address, block.bytes)) return bad;
      continue;
    }
    std::vector<std::uint8_t> pages(end_of_pages(block) - first_page(block), kAround);
    llvm::copy(block.bytes, pages.begin() + static_cast<std::ptrdiff_t>(block.address - first_page(block)));
    if (Status bad = emulator_->write(first_page(block), pages)) return bad;
  }
  return std::nullopt;
}

Status Trial::set_arguments(const interpret::Reference& reference, const Input& input, const Wrapped& wrapped) {
  std::vector<std::uint8_t> in(wrapped.in_bytes);
  for (std::uint8_t& byte : in) byte = static_cast<std::uint8_t>(rng_());
  std::size_t lane = 0;
  for (const auto& argument : input.arguments)
    for (const interpret::InputLane& each : argument)
      put_bits(in, wrapped.arguments[lane++], reference.bits_of(each, input));
  if (Status bad = emulator_->write(kIn, in)) return bad;
  return emulator_->write(kOut, std::vector<std::uint8_t>(wrapped.out_bytes, kAround));
}

/// What a run has to show: its result, the blocks, the image's variables.
std::vector<Emulator::Range> Trial::ranges_of(const Wrapped& wrapped, const std::vector<PlacedBytes>& blocks) const {
  std::vector<Emulator::Range> ranges{{kOut, wrapped.out_bytes}};
  for (const PlacedBytes& block : blocks)
    ranges.push_back(is_variable(block) ? Emulator::Range{block.address, block.bytes.size()}
                                        : Emulator::Range{first_page(block), end_of_pages(block) - first_page(block)});
  for (const Image::Part& part : image_.parts)
    if (part.writable) ranges.push_back({part.address, part.bytes.size()});
  return ranges;
}

interpret::Observed Trial::observed(const semantics::Function& function, const Wrapped& wrapped,
                                    const std::vector<PlacedBytes>& blocks, const std::vector<Emulator::Range>& ranges,
                                    const std::vector<std::vector<std::uint8_t>>& all) const {
  interpret::Observed seen;
  for (std::size_t lane = 0; lane < function.result_lanes.size(); ++lane) {
    const LanePlace& place = wrapped.result[lane];
    const unsigned width = function.result_lanes[lane].bits;
    const APInt bits = bits_at(all.front(), place);
    seen.result.push_back(bits.trunc(width));
    seen.overflows.push_back(bits.getActiveBits() > width);
  }
  for (std::size_t i = 1; i < all.size(); ++i) {
    const bool has_pages = i <= blocks.size() && !is_variable(blocks[i - 1]);
    if (!has_pages) {
      seen.memory.push_back({ranges[i].address, all[i]});
      continue;
    }
    const PlacedBytes& block = blocks[i - 1];
    const auto begin = all[i].begin() + static_cast<std::ptrdiff_t>(block.address - ranges[i].address);
    seen.memory.push_back({block.address, {begin, begin + static_cast<std::ptrdiff_t>(block.bytes.size())}});
    if (seen.trap.empty()) seen.trap = written_outside(block, all[i]);
  }
  return seen;
}

/// The code has called a stub. False ends the run.
bool Trial::make_call() {
  const std::vector<std::uint8_t> told = emulator_->read(kCall, 4);
  const auto number = static_cast<std::uint32_t>(bits_at(told, {0, 4}).getZExtValue());
  const bool is_known = number >= kFirstOfRuntime;
  const std::vector<Stub>& stubs = is_known ? parts_.runtime->stubs : parts_.stubs;
  const std::size_t index = is_known ? number - kFirstOfRuntime : number;
  if (index >= stubs.size()) {  // the code runs wild
    why_open_ = "a call of no function";
    return false;
  }
  const Stub& stub = stubs[index];
  const std::vector<std::uint8_t> arguments = emulator_->read(kCallArguments, stub.argument_bytes);
  if (!is_known) return make_unknown_call(stub, arguments);
  std::vector<APInt> lanes;
  for (std::size_t lane = 0; lane < stub.arguments.size(); ++lane)
    lanes.push_back(bits_at(arguments, stub.arguments[lane]));
  std::vector<std::uint8_t> result(stub.result_bytes);
  for (std::uint8_t& byte : result) byte = static_cast<std::uint8_t>(rng_());
  put_bits(result, stub.result[0], call_runtime_function(number, lanes));
  return emulator_->write_there(kCallResult, result);
}

/// Of a function that nobody knows: does what the interpreter had it do.
bool Trial::make_unknown_call(const Stub& stub, const std::vector<std::uint8_t>& arguments) {
  interpret::MadeCall& call = calls_.emplace_back();
  call.function = stub.function;
  if (!stub.caller.empty())
    call.function = reference_->name_of_callee(*call_through_pointer(*module_.getFunction(stub.caller)), stub.place);
  call.acts = stub.acts;
  std::size_t lane = 0;
  for (const llvm::Argument& argument : module_.getFunction(stub.symbol)->args()) {
    if (argument.hasByValAttr()) {
      const auto begin = arguments.begin() + stub.arguments[lane].offset;
      call.copies.emplace_back(begin, begin + stub.arguments[lane++].bytes);
      continue;
    }
    for (const semantics::LaneType& type : *semantics::lanes_of(module_, argument.getType(), lowering())) {
      const LanePlace& place = stub.arguments[lane++];
      const APInt all = bits_at(arguments, place);
      call.overflows |= all.getActiveBits() > type.bits;
      call.arguments.push_back(all.trunc(type.bits));
    }
  }
  const auto read = [this](std::uint64_t address, std::size_t count) { return emulator_->read_there(address, count); };
  const interpret::CallAnswer answer = reference_->answer(call, read);
  using End = interpret::CallAnswer::End;
  if (answer.end == End::Open) why_open_ = answer.why;
  left_ = answer.end == End::Leaves;
  for (const PlacedBytes& written : answer.writes) emulator_->write_there(written.address, written.bytes);
  if (answer.end != End::Returns) return false;
  std::vector<std::uint8_t> result(stub.result_bytes);
  for (std::uint8_t& byte : result) byte = static_cast<std::uint8_t>(rng_());
  for (std::size_t i = 0; i < stub.result.size() && i < answer.result.size(); ++i)
    put_bits(result, stub.result[i], answer.result[i]);
  return emulator_->write_there(kCallResult, result);
}

/// False ends the trial of the function.
bool Trial::try_input(const semantics::Function& function, interpret::Reference& reference, const Wrapped& wrapped,
                      Judged& judged) {
  const auto leave_open = [&](std::string why) {
    ++judged.open;
    judged.detail = std::move(why);
    return true;
  };
  const Input input = reference.draw();
  ++judged.inputs;
  reference.run(input);
  if (reference.is_undefined()) {
    ++judged.undefined;
    return true;
  }
  if (const std::string why = reference.why_open(); !why.empty()) return leave_open(why);
  const std::vector<PlacedBytes> blocks = reference.memory_of(input);
  const bool looks_on = reference.has_volatile_accesses();
  Status bad = emulator_->watch_memory(looks_on);
  if (!bad) bad = set_memory(blocks);
  if (!bad) bad = set_arguments(reference, input, wrapped);
  if (bad) return leave_open(bad->message);
  calls_.clear();
  left_ = false;
  why_open_.clear();
  reference_ = &reference;
  reference.begin_elsewhere();
  const std::uint64_t entry = image_.symbols.at(wrapped.wrapper);
  const Emulator::Run run{entry, kIn, kOut, settings_.machine_instructions, ranges_of(wrapped, blocks)};
  const RunEnd end = emulator_->run(run);
  using Kind = RunEnd::Kind;
  if (end.kind == Kind::CalledOut) {
    judged = not_judged(std::move(judged), "code that calls " + end.text);
    return false;
  }
  if (end.kind == Kind::Unknown) {
    judged = not_judged(std::move(judged), kUnknownInstruction, end.text);
    return false;
  }
  if (end.kind == Kind::TooLong) {
    judged = not_judged(std::move(judged), "the code " + end.text);
    return false;
  }
  if (!why_open_.empty()) return leave_open(why_open_);
  interpret::Observed seen;
  if (end.kind == Kind::Returned)
    seen = observed(function, wrapped, blocks, run.reads, end.memory);
  else if (end.kind != Kind::Stopped)
    seen.trap = end.text;
  seen.calls = calls_;
  seen.left = left_;
  seen.has_volatile_only = looks_on && has_volatile_accesses_only(*function.origin);
  for (const Emulator::Access& access : emulator_->accesses())
    if (looks_on) seen.accesses.push_back({access.is_store, {access.address, access.bytes}});
  const Comparison comparison = reference.judge(seen);
  if (comparison.kind == Comparison::Kind::Inconclusive) return leave_open(comparison.detail);
  if (comparison.kind == Comparison::Kind::Violated)
    if (const std::string why =
            end.liberty.empty() ? liberty_of(function, input, *configuration_.target, end.is_misaligned) : end.liberty;
        !why.empty())
      return leave_open(why);
  ++judged.judged;
  if (comparison.kind == Comparison::Kind::Allowed) return true;
  judged.kind = Judged::Kind::Differs;
  judged.reason = name_of(comparison.reason);
  judged.emulators = machine_ == Machine::Unicorn ? "unicorn" : configuration_.target->qemu;
  judged.counterexample = reference.explain(seen);
  return false;
}

Judged Trial::judge(const Wrapped& wrapped) {
  Judged judged;
  judged.function = wrapped.function;
  auto lowered = semantics::lower(*module_.getFunction(wrapped.function), lowering());
  if (!lowered) return not_judged(std::move(judged), "unsupported: " + lowered.error());
  if (wrapped.in_bytes > kSlotsBytes || wrapped.out_bytes > kSlotsBytes)
    return not_judged(std::move(judged), "arguments or a result of more than a megabyte");
  interpret::Reference reference(*lowered, settings_.seed, limits_of_interpreter());
  std::vector<std::uint64_t> callees;
  for (const Stub& stub : parts_.stubs)
    if (stub.caller == wrapped.function) callees.push_back(stub.place);
  reference.place_callees(std::move(callees));
  if (Status bad = prepare_image(wrapped, reference, judged))
    return not_judged(std::move(judged), "an object that can't be linked", bad->message);
  if (!judged.reason.empty()) return judged;
  if (!image_.symbols.contains(wrapped.wrapper))
    return not_judged(std::move(judged), "an object that can't be linked", "it does not define @" + wrapped.wrapper);
  judged.kind = Judged::Kind::Agrees;
  while (judged.inputs < settings_.inputs && try_input(*lowered, reference, wrapped, judged)) {
  }
  if (judged.kind != Judged::Kind::Agrees || judged.judged != 0) return judged;
  const std::string why = judged.open == 0 ? "undefined on all inputs" : judged.detail;
  return not_judged(std::move(judged), why);
}

}  // namespace assay::codegen
