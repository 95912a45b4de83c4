#include <llvm/IR/InstrTypes.h>

#include <cstdio>
#include <cstring>

#include "services/worker/interpret/calls.h"

/// printf, puts, putchar.
namespace assay::interpret {
namespace {

/// One conversion of a format: "%-08.3lld" and the like.
struct Conversion {
  std::string text;  ///< as the C library wants it, with the length modifier replaced
  char kind = 0;
  int length = 0;  ///< -2 hh, -1 h, 0, 1 l, 2 ll and the others of 64 bits
  bool star = false;
};

/// Reads a conversion that starts behind a '%'; false if it is not one that is known.
bool parse_conversion(std::string_view format, std::size_t& at, Conversion& conversion) {
  conversion.text = "%";
  while (at < format.size() && std::strchr("-+ #0123456789.", format[at]) != nullptr) conversion.text += format[at++];
  if (at < format.size() && format[at] == '*') return false;
  while (at < format.size() && std::strchr("hlqjzt", format[at]) != nullptr) {
    if (format[at] == 'h')
      --conversion.length;
    else
      conversion.length += format[at] == 'l' ? 1 : 2;
    ++at;
  }
  if (at == format.size() || std::strchr("diuxXoceEfFgGspa%", format[at]) == nullptr) return false;
  conversion.kind = format[at++];
  return true;
}

std::string formatted(const std::string& format, auto value) {
  const int size = std::snprintf(nullptr, 0, format.c_str(), value);
  std::string text(static_cast<std::size_t>(size < 0 ? 0 : size) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
  text.pop_back();
  return text;
}

std::string format_integer(const Conversion& conversion, std::uint64_t bits) {
  const bool is_signed = conversion.kind == 'd' || conversion.kind == 'i';
  const int width = conversion.length == -2 ? 8 : conversion.length == -1 ? 16 : conversion.length == 0 ? 32 : 64;
  if (conversion.kind == 'c') return formatted(conversion.text + "c", static_cast<int>(bits & 0xff));
  bits <<= 64 - width;
  if (is_signed) return formatted(conversion.text + "lld", static_cast<long long>(bits) >> (64 - width));
  return formatted(conversion.text + "ll" + conversion.kind, static_cast<unsigned long long>(bits >> (64 - width)));
}

/// Appends what one conversion prints. False if the run ended or can't tell.
bool print_conversion(Machine& machine, const CallArguments& arguments, const Conversion& conversion, const Lane& lane,
                      const semantics::LaneType& type, std::string& text) {
  const auto refuse = [&](const char* why) {
    machine.stop(EndKind::Inconclusive, why, arguments.instruction);
    return false;
  };
  if (lane.state == kPoison) {
    machine.stop_ub(semantics::Rule::NoundefArgument, arguments.instruction);
    return false;
  }
  if (lane.state != kDefined) return refuse("printf of an undef value");
  if (conversion.kind == 's') {
    const auto string = read_string(machine, lane, arguments.instruction);
    if (!string) return false;
    text += formatted(conversion.text + "s", string->c_str());
    return true;
  }
  if (std::strchr("eEfFgGa", conversion.kind) != nullptr) {
    if (type.format != semantics::FloatFormat::Double) return refuse("printf of this type");
    double value;
    std::memcpy(&value, &lane.bits, sizeof value);
    text += formatted(conversion.text + conversion.kind, value);
    return true;
  }
  if (conversion.kind == 'p' || type.kind != semantics::LaneKind::Integer) return refuse("printf of an address");
  text += format_integer(conversion, lane.bits);
  return true;
}

Handled print_formatted(Machine& machine, const CallArguments& arguments) {
  const auto format = read_string(machine, arguments.lanes[0][0], arguments.instruction);
  if (!format) return Handled::Stopped;
  std::string text;
  std::size_t next = 1;
  for (std::size_t at = 0; at < format->size();) {
    if ((*format)[at] != '%') {
      text += (*format)[at++];
      continue;
    }
    Conversion conversion;
    ++at;
    if (!parse_conversion(*format, at, conversion)) return Handled::No;
    if (conversion.kind == '%') {
      text += '%';
      continue;
    }
    if (next >= arguments.lanes.size() || arguments.lanes[next].size() != 1) {
      machine.stop_ub(semantics::Rule::InvalidVaArg, arguments.instruction);
      return Handled::Stopped;
    }
    if (!print_conversion(machine, arguments, conversion, arguments.lanes[next][0], arguments.types[next][0], text))
      return Handled::Stopped;
    ++next;
  }
  machine.output += text;
  if (!arguments.result.empty()) arguments.result[0] = {text.size(), kDefined, 0};
  return Handled::Done;
}

}  // namespace

Handled call_output(Machine& machine, std::string_view name, const CallArguments& arguments) {
  if (arguments.lanes.empty() || arguments.lanes[0].size() != 1 || arguments.result.size() > 1) return Handled::No;
  const bool takes_pointer = arguments.types[0][0].kind == semantics::LaneKind::Pointer;
  if (name == "printf" && takes_pointer) return print_formatted(machine, arguments);
  if (arguments.lanes.size() != 1) return Handled::No;
  if (name == "puts" && takes_pointer) {
    const auto text = read_string(machine, arguments.lanes[0][0], arguments.instruction);
    if (!text) return Handled::Stopped;
    machine.output += *text + "\n";
    if (!arguments.result.empty()) arguments.result[0] = {text->size() + 1, kDefined, 0};
    return Handled::Done;
  }
  if (name == "putchar" && !takes_pointer && arguments.lanes[0][0].state == kDefined) {
    machine.output += static_cast<char>(arguments.lanes[0][0].bits);
    if (!arguments.result.empty()) arguments.result[0] = {arguments.lanes[0][0].bits & 0xff, kDefined, 0};
    return Handled::Done;
  }
  return Handled::No;
}

}  // namespace assay::interpret
