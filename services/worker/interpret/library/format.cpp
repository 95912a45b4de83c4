#include "services/worker/interpret/library/format.h"

#include <cstdio>
#include <cstring>

#include "services/worker/interpret/calls/varargs.h"
#include "services/worker/interpret/memory/memory_access.h"

namespace assay::interpret {
namespace {

using semantics::FloatFormat;
using semantics::LaneKind;
using semantics::LaneType;

/// One conversion of a format: "%-08.3lld" and the like.
struct Conversion {
  std::string text;  ///< flags, width and precision as the C library wants them, numbers filled in for stars
  char kind = 0;
  int length = 0;  ///< -2 hh, -1 h, 0, 1 l, 2 ll and the others of 64 bits
  bool is_long_double = false;
  std::optional<int> precision;
};

class Formatter {
 public:
  Formatter(Machine& machine, const CallArguments& call, const std::string& format, FormatArguments& arguments)
      : machine_(machine), call_(call), format_(format), arguments_(arguments) {}

  std::optional<std::string> run() {
    while (at_ < format_.size()) {
      if (format_[at_] != '%') {
        text_ += format_[at_++];
        continue;
      }
      if (text_.size() > machine_.memory.limit) {
        machine_.stop(EndKind::Inconclusive, "memory limit", call_.instruction);
        return std::nullopt;
      }
      const std::size_t start = at_++;
      Conversion conversion;
      ++conversions_;
      if (parse(conversion) && print(conversion)) continue;
      if (machine_.result.end == EndKind::UndefinedBehaviour)
        machine_.result.reason = "conversion " + std::to_string(conversions_) + ", " +
                                 format_.substr(start, at_ - start) +
                                 (arguments_.problem().empty() ? "" : ": " + arguments_.problem());
      return std::nullopt;
    }
    return std::move(text_);
  }

 private:
  bool refuse(const char* why) {
    machine_.stop(EndKind::Unsupported, why, call_.instruction);
    return false;
  }
  bool is_at(const char* any) const { return at_ < format_.size() && std::strchr(any, format_[at_]) != nullptr; }

  /// Digits, or a star that takes its number from the arguments.
  bool parse_number(std::optional<int>& number) {
    constexpr int kMost = 1 << 20;
    if (is_at("*")) {
      ++at_;
      const auto lane = arguments_.integer(32);
      if (!lane) return false;
      number = static_cast<int>(lane->bits);
      return (-kMost <= *number && *number <= kMost) || refuse("width or precision of printf over a million");
    }
    while (is_at("0123456789")) {
      number = std::min(number.value_or(0) * 10 + (format_[at_++] - '0'), kMost);
    }
    return true;
  }

  bool parse(Conversion& conversion) {
    conversion.text = "%";
    while (is_at("-+ #0'")) conversion.text += format_[at_++];
    std::optional<int> width;
    if (!parse_number(width)) return false;
    if (width && *width < 0) conversion.text += '-';
    if (width) conversion.text += std::to_string(std::abs(*width));
    if (is_at(".")) {
      ++at_;
      std::optional<int> precision;
      if (!parse_number(precision)) return false;
      conversion.precision = precision.value_or(0);
      // A negative one counts as none.
      if (*conversion.precision < 0)
        conversion.precision.reset();
      else
        conversion.text += "." + std::to_string(*conversion.precision);
    }
    while (is_at("hlqjztL")) {
      if (format_[at_] == 'h') --conversion.length;
      if (format_[at_] == 'L') conversion.is_long_double = true;
      if (format_[at_] != 'h') conversion.length += format_[at_] == 'l' ? 1 : 2;
      ++at_;
    }
    if (!is_at("diuxXoceEfFgGsaApn%")) return refuse("conversion of printf");
    conversion.kind = format_[at_++];
    return true;
  }

  template <class Value>
  static std::string formatted(const std::string& format, Value value) {
    const int size = std::snprintf(nullptr, 0, format.c_str(), value);
    std::string text(static_cast<std::size_t>(size < 0 ? 0 : size) + 1, '\0');
    std::snprintf(text.data(), text.size(), format.c_str(), value);
    text.pop_back();
    return text;
  }

  bool print(const Conversion& conversion) {
    switch (conversion.kind) {
      case '%':
        text_ += '%';
        return true;
      case 's':
        return print_string(conversion);
      case 'p':
        return print_pointer(conversion);
      case 'n':
        return store_count(conversion);
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'X':
      case 'o':
      case 'c':
        return print_integer(conversion);
      default:
        return print_number(conversion);
    }
  }

  bool print_string(const Conversion& conversion) {
    if (conversion.length != 0) return refuse("wide string in printf");
    const auto lane = arguments_.pointer();
    if (!lane) return false;
    const std::uint64_t most =
        conversion.precision ? static_cast<std::uint64_t>(*conversion.precision) : ~std::uint64_t{0};
    const auto string = read_string(machine_, *lane, call_.instruction, most);
    if (!string) return false;
    text_ += formatted(conversion.text + "s", string->c_str());
    return true;
  }
  /// Where runs are compared null alone is printed: the text of other pointers depends on where objects lie.
  bool print_pointer(const Conversion& conversion) {
    const auto lane = arguments_.pointer();
    if (!lane) return false;
    const bool is_null = lane->bits == 0 && lane->provenance == 0;
    if (!is_null && machine_.calls.invents) return refuse("printf of an address");
    if (is_null)
      text_ += formatted(conversion.text + "s", "(nil)");
    else
      text_ += formatted(conversion.text + "p", reinterpret_cast<void*>(lane->bits));
    return true;
  }
  /// How many bytes were printed so far, in a number that the argument points to.
  bool store_count(const Conversion& conversion) {
    const auto lane = arguments_.pointer();
    const std::uint64_t size = conversion.length == -2   ? 1
                               : conversion.length == -1 ? 2
                               : conversion.length == 0  ? 4
                                                         : 8;
    Access to;
    if (!lane || !reach(machine_, *lane, size, size, Purpose::Write, call_.instruction, to)) return false;
    const auto count = static_cast<std::uint64_t>(text_.size());
    for (std::uint64_t i = 0; i < size; ++i)
      to.block->set(to.offset + i, MemoryByte::of(static_cast<std::uint8_t>(count >> (8 * i))));
    return true;
  }
  bool print_integer(const Conversion& conversion) {
    if (conversion.kind == 'c' && conversion.length != 0) return refuse("wide character in printf");
    const int width = conversion.length == -2 ? 8 : conversion.length == -1 ? 16 : conversion.length == 0 ? 32 : 64;
    const auto lane = arguments_.integer(width == 64 ? 64 : 32);
    if (!lane) return false;
    const std::uint64_t high = lane->bits << (64 - width);
    if (conversion.kind == 'c')
      text_ += formatted(conversion.text + "c", static_cast<int>(lane->bits & 0xff));
    else if (conversion.kind == 'd' || conversion.kind == 'i')
      text_ += formatted(conversion.text + "lld", static_cast<long long>(high) >> (64 - width));
    else
      text_ +=
          formatted(conversion.text + "ll" + conversion.kind, static_cast<unsigned long long>(high >> (64 - width)));
    return true;
  }
  bool print_number(const Conversion& conversion) {
    const auto lane = arguments_.number(conversion.is_long_double ? FloatFormat::X87 : FloatFormat::Double);
    if (!lane) return false;
    if (!conversion.is_long_double) {
      double value;
      std::memcpy(&value, &lane->bits, sizeof value);
      text_ += formatted(conversion.text + conversion.kind, value);
      return true;
    }
#if defined(__x86_64__)
    constexpr unsigned kBits = 80;
    const llvm::APInt bits = machine_.lanes.pattern_of(*lane, kBits);
    long double value = 0;
    std::memcpy(&value, bits.getRawData(), kBits / 8);
    text_ += formatted(conversion.text + "L" + conversion.kind, value);
    return true;
#else
    return refuse("printf of long double on this host");
#endif
  }

  Machine& machine_;
  const CallArguments& call_;
  const std::string& format_;
  FormatArguments& arguments_;
  std::size_t at_ = 0;
  std::size_t conversions_ = 0;  ///< begun so far
  std::string text_;
};

}  // namespace

/// "a number of 32 bits", for a reader.
static std::string words_of(std::span<const LaneType> lanes) {
  if (lanes.size() != 1) return "an aggregate";
  if (lanes[0].kind == LaneKind::Pointer) return "a pointer";
  return (lanes[0].kind == LaneKind::Float ? "a floating-point number of " : "an integer of ") +
         std::to_string(lanes[0].bits) + " bits";
}

std::optional<Lane> FormatArguments::next(const LaneType& type) {
  std::optional<Lane> lane;
  if (list_ != nullptr) {
    constexpr std::uint64_t kLongDoubleAlign = 16;
    lane = next_argument(machine_, *list_, type, type.bits > 64 ? kLongDoubleAlign : 8, call_.instruction);
    if (!lane) return std::nullopt;
  } else {
    const bool fits = next_ < call_.lanes.size() && call_.lanes[next_].size() == 1 &&
                      call_.types[next_][0].kind == type.kind && call_.types[next_][0].format == type.format &&
                      (type.kind == LaneKind::Float || call_.types[next_][0].bits >= type.bits);
    if (!fits) {
      const bool is_there = next_ < call_.lanes.size();
      problem_ = (is_there ? "argument " : "there is no argument ") + std::to_string(next_ + 1) +
                 (is_there ? " is " + words_of(call_.types[next_]) + ", not " + words_of({&type, 1}) : "");
      machine_.stop_ub(semantics::Rule::InvalidVaArg, call_.instruction);
      return std::nullopt;
    }
    lane = call_.lanes[next_++][0];
  }
  if (lane->state == kDefined) return lane;
  if (lane->state == kPoison && list_ == nullptr) problem_ = "argument " + std::to_string(next_) + " is poison";
  if (lane->state == kPoison)
    machine_.stop_ub(semantics::Rule::NoundefArgument, call_.instruction);
  else
    machine_.stop(EndKind::Inconclusive, "printf of an undef value", call_.instruction);
  return std::nullopt;
}

std::optional<Lane> FormatArguments::integer(unsigned bits) {
  return next({LaneKind::Integer, FloatFormat::None, bits, 0});
}
std::optional<Lane> FormatArguments::number(FloatFormat format) {
  return next({LaneKind::Float, format, format == FloatFormat::X87 ? 80u : 64u, 0});
}
std::optional<Lane> FormatArguments::pointer() { return next({LaneKind::Pointer, FloatFormat::None, 64, 0}); }

std::optional<std::string> format_text(Machine& machine, const CallArguments& call, const std::string& format,
                                       FormatArguments& arguments) {
  return Formatter(machine, call, format, arguments).run();
}

}  // namespace assay::interpret
