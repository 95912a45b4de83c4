#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// The table of settings (settings.def) as data.
namespace assay {

/// Verbs of the command line that have flags for settings, and the plugin, as bits.
using Verbs = unsigned;
inline constexpr Verbs kCheck = 1, kHunt = 2, kReplay = 4, kReduce = 8, kPr = 16, kPlugin = 32;

/// Who asks, where nobody says what: each may have defaults of its own.
enum class AskedBy {
  Nobody,  ///< a finding that does not say
  Check,   ///< the command `assay check`
  Hunt,
  Code,  ///< whoever makes a checker in code: tests and fuzzers of the judges, which are to hear what the solver says
};

struct SettingRow {
  std::string_view name;
  Verbs offered = 0;
  std::string_view flag;  ///< of a switch: turns it on; may be empty
  std::string_view off;   ///< of a switch: turns it off; else empty
  std::string_view unit;
  std::string_view sentence;
  std::string_view told_off;
};

inline constexpr SettingRow kSettings[] = {
#define ASSAY_SETTING(type, field, value, offered, flag, unit, sentence) \
  {#field, offered, flag, "", unit, sentence, ""},
#define ASSAY_SWITCH(field, value, offered, on, told_on, off, told_off) \
  {#field, offered, on, off, "", told_on, told_off},
#define ASSAY_DEFAULT(asker, field, value, reason)
#include "services/common/settings.def"
};

/// The row of that name, of which there must be one.
constexpr const SettingRow& setting_named(std::string_view name) {
  const SettingRow* row = kSettings;
  while (row->name != name) ++row;
  return *row;
}

/// A default that stands in for the row's.
struct OtherDefault {
  AskedBy asker;
  std::string_view setting;
  std::string_view reason;
};

inline constexpr OtherDefault kOtherDefaults[] = {
#define ASSAY_SETTING(type, field, value, offered, flag, unit, sentence)
#define ASSAY_SWITCH(field, value, offered, on, told_on, off, told_off)
#define ASSAY_DEFAULT(asker, field, value, reason) {AskedBy::asker, #field, reason},
#include "services/common/settings.def"
};

/// The rows' values, for records that hold one setting under a name of their own: `default_of::samples`.
namespace default_of {
template <class T>
struct Constant {
  using Type = T;
};
template <>
struct Constant<std::string> {
  using Type = std::string_view;
};
#define ASSAY_SETTING(type, field, value, offered, flag, unit, sentence) \
  inline constexpr Constant<type>::Type field{value};
#define ASSAY_SWITCH(field, value, offered, on, told_on, off, told_off) inline constexpr bool field{value};
#define ASSAY_DEFAULT(asker, field, value, reason)
#include "services/common/settings.def"
}  // namespace default_of

}  // namespace assay
