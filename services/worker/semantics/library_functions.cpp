#include "services/worker/semantics/library_functions.h"

#include "services/worker/semantics/openmp_runtime.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/RuntimeLibcalls.h>
#include <llvm/Transforms/Utils/BuildLibCalls.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "services/worker/semantics/promises.h"

namespace assay::semantics {
namespace {

using Effect = LibraryEffect;

constexpr bool kSetsErrno = true;
constexpr llvm::LibFunc other(OtherLibraryFunction function) { return static_cast<llvm::LibFunc>(function); }

// The three floating-point types of C. Which of the functions set errno is C's; where an implementation may choose
// (fma), glibc's choice.
#define ASSAY_FLOATS(name, op, ...)                                                         \
  LibraryRow{llvm::LibFunc_##name, Effect::Row, Op::op, ##__VA_ARGS__},                     \
      LibraryRow{llvm::LibFunc_##name##f, Effect::Row, Op::op, ##__VA_ARGS__}, LibraryRow { \
    llvm::LibFunc_##name##l, Effect::Row, Op::op, ##__VA_ARGS__                             \
  }
#define ASSAY_ALLOCATES(name, ...)                                            \
  LibraryRow {                                                                \
    llvm::LibFunc_##name, Effect::Allocate, Op::Count, false, { __VA_ARGS__ } \
  }
#define ASSAY_DOES(name, effect) \
  LibraryRow { llvm::LibFunc_##name, Effect::effect }

constexpr LibraryRow kLibraryRows[] = {
    // Mathematics.
    ASSAY_FLOATS(fabs, FAbs),
    ASSAY_FLOATS(copysign, CopySign),
    ASSAY_FLOATS(floor, Floor),
    ASSAY_FLOATS(ceil, Ceil),
    ASSAY_FLOATS(trunc, FTrunc),
    ASSAY_FLOATS(rint, Rint),
    ASSAY_FLOATS(nearbyint, NearbyInt),
    ASSAY_FLOATS(round, Round),
    ASSAY_FLOATS(roundeven, RoundEven),
    ASSAY_FLOATS(fmin, MinNum),
    ASSAY_FLOATS(fmax, MaxNum),
    ASSAY_FLOATS(fminimum_num, MinimumNum),
    ASSAY_FLOATS(fmaximum_num, MaximumNum),
    {other(Other_fma), Effect::Row, Op::Fma},
    {other(Other_fmaf), Effect::Row, Op::Fma},
    ASSAY_FLOATS(sqrt, Sqrt, kSetsErrno),
    ASSAY_FLOATS(fmod, FRem, kSetsErrno),
    ASSAY_FLOATS(ldexp, LDExp, kSetsErrno),
    ASSAY_FLOATS(sin, Sin, kSetsErrno),
    ASSAY_FLOATS(cos, Cos, kSetsErrno),
    ASSAY_FLOATS(tan, Tan, kSetsErrno),
    ASSAY_FLOATS(asin, Asin, kSetsErrno),
    ASSAY_FLOATS(acos, Acos, kSetsErrno),
    ASSAY_FLOATS(atan, Atan, kSetsErrno),
    ASSAY_FLOATS(atan2, Atan2, kSetsErrno),
    ASSAY_FLOATS(sinh, Sinh, kSetsErrno),
    ASSAY_FLOATS(cosh, Cosh, kSetsErrno),
    ASSAY_FLOATS(tanh, Tanh, kSetsErrno),
    ASSAY_FLOATS(exp, Exp, kSetsErrno),
    ASSAY_FLOATS(exp2, Exp2, kSetsErrno),
    ASSAY_FLOATS(log, Log, kSetsErrno),
    ASSAY_FLOATS(log2, Log2, kSetsErrno),
    ASSAY_FLOATS(log10, Log10, kSetsErrno),
    ASSAY_FLOATS(pow, Pow, kSetsErrno),
    // Integers and characters.
    {llvm::LibFunc_abs, Effect::Row, Op::Abs},
    {llvm::LibFunc_labs, Effect::Row, Op::Abs},
    {llvm::LibFunc_llabs, Effect::Row, Op::Abs},
    ASSAY_DOES(ffs, FindFirstSet),
    ASSAY_DOES(ffsl, FindFirstSet),
    ASSAY_DOES(ffsll, FindFirstSet),
    ASSAY_DOES(isascii, IsAscii),
    ASSAY_DOES(toascii, ToAscii),
    ASSAY_DOES(isdigit, IsDigit),
    {other(Other_isalpha), Effect::Characters},
    {other(Other_isalnum), Effect::Characters},
    {other(Other_isspace), Effect::Characters},
    {other(Other_isupper), Effect::Characters},
    {other(Other_islower), Effect::Characters},
    {other(Other_isprint), Effect::Characters},
    {other(Other_toupper), Effect::Characters},
    {other(Other_tolower), Effect::Characters},
    // Memory. operator new gives null only where it may not throw.
    ASSAY_ALLOCATES(malloc, .size = 0),
    ASSAY_ALLOCATES(calloc, .size = 0, .count = 1, .zeroed = true),
    ASSAY_ALLOCATES(aligned_alloc, .size = 1, .align = 0),
    {llvm::LibFunc_realloc, Effect::Reallocate, Op::Count, false, {.size = 1}},
    ASSAY_DOES(free, Free),
#define ASSAY_NEW(name)                                                                                  \
  ASSAY_ALLOCATES(name, .size = 0, .may_fail = false), ASSAY_ALLOCATES(name##RKSt9nothrow_t, .size = 0), \
      ASSAY_ALLOCATES(name##St11align_val_t, .size = 0, .align = 1, .may_fail = false),                  \
      ASSAY_ALLOCATES(name##St11align_val_tRKSt9nothrow_t, .size = 0, .align = 1)
    ASSAY_NEW(Znwm),
    ASSAY_NEW(Znam),
    ASSAY_NEW(Znwj),
    ASSAY_NEW(Znaj),
#define ASSAY_FREES(name, ...)                                            \
  {                                                                       \
    llvm::LibFunc_##name, Effect::Free, Op::Count, false, { __VA_ARGS__ } \
  }
#define ASSAY_DELETE(name)                                                                         \
  ASSAY_DOES(name, Free), ASSAY_DOES(name##RKSt9nothrow_t, Free), ASSAY_FREES(name##j, .size = 1), \
      ASSAY_FREES(name##m, .size = 1), ASSAY_FREES(name##St11align_val_t, .align = 1),             \
      ASSAY_FREES(name##St11align_val_tRKSt9nothrow_t, .align = 1),                                \
      ASSAY_FREES(name##jSt11align_val_t, .size = 1, .align = 2),                                  \
      ASSAY_FREES(name##mSt11align_val_t, .size = 1, .align = 2)
    ASSAY_DELETE(ZdlPv),
    ASSAY_DELETE(ZdaPv),
    // Bytes.
    ASSAY_DOES(memcpy, Bytes),
    ASSAY_DOES(memmove, Bytes),
    ASSAY_DOES(mempcpy, Bytes),
    ASSAY_DOES(memset, Bytes),
    ASSAY_DOES(memcmp, Bytes),
    ASSAY_DOES(bcmp, Bytes),
    ASSAY_DOES(memchr, Bytes),
    ASSAY_DOES(memrchr, Bytes),
    // Strings.
    ASSAY_DOES(strlen, Text),
    ASSAY_DOES(strnlen, Text),
    ASSAY_DOES(strcmp, Text),
    ASSAY_DOES(strncmp, Text),
    ASSAY_DOES(strcpy, Text),
    ASSAY_DOES(stpcpy, Text),
    ASSAY_DOES(strcat, Text),
    ASSAY_DOES(strncpy, Text),
    ASSAY_DOES(stpncpy, Text),
    ASSAY_DOES(strncat, Text),
    ASSAY_DOES(strchr, Text),
    ASSAY_DOES(strrchr, Text),
    ASSAY_DOES(strstr, Text),
    ASSAY_DOES(strspn, Text),
    ASSAY_DOES(strcspn, Text),
    ASSAY_DOES(strpbrk, Text),
    ASSAY_DOES(strdup, Text),
    ASSAY_DOES(strndup, Text),
    ASSAY_DOES(atoi, Text),
    ASSAY_DOES(atol, Text),
    // What programs print, and what writes text into memory as they do.
    ASSAY_DOES(printf, Print),
    ASSAY_DOES(fprintf, Print),
    ASSAY_DOES(sprintf, Print),
    ASSAY_DOES(snprintf, Print),
    ASSAY_DOES(vprintf, Print),
    ASSAY_DOES(vfprintf, Print),
    ASSAY_DOES(vsprintf, Print),
    ASSAY_DOES(vsnprintf, Print),
    ASSAY_DOES(puts, Print),
    ASSAY_DOES(fputs, Print),
    ASSAY_DOES(putchar, Print),
    ASSAY_DOES(fputc, Print),
    ASSAY_DOES(putc, Print),
    ASSAY_DOES(fwrite, Print),
    ASSAY_DOES(fflush, Print),
    ASSAY_DOES(exit, Exit),
    ASSAY_DOES(abort, Exit),
    {other(Other_under_exit), Effect::Exit},
    {other(Other_under_assert_fail), Effect::Exit},
};
#undef ASSAY_FLOATS
#undef ASSAY_ALLOCATES
#undef ASSAY_DOES
#undef ASSAY_NEW
#undef ASSAY_DELETE
#undef ASSAY_FREES

/// Where in the table a function stands, from 1; 0: nowhere.
constexpr auto kPlaces = [] {
  std::array<std::uint16_t, kLibraryFunctions> places{};
  for (std::uint16_t i = 0; i < std::size(kLibraryRows); ++i) places[kLibraryRows[i].function] = i + 1;
  return places;
}();

/// A function that LLVM does not know: its result and parameters (p: pointer, i: int, d: double, f: float, v: nothing).
struct Other {
  OtherLibraryFunction function;
  llvm::StringLiteral name;
  llvm::StringLiteral type;
};
constexpr Other kOthers[] = {
    {Other_fma, "fma", "dddd"},        {Other_fmaf, "fmaf", "ffff"},
    {Other_isalpha, "isalpha", "ii"},  {Other_isalnum, "isalnum", "ii"},
    {Other_isspace, "isspace", "ii"},  {Other_isupper, "isupper", "ii"},
    {Other_islower, "islower", "ii"},  {Other_isprint, "isprint", "ii"},
    {Other_toupper, "toupper", "ii"},  {Other_tolower, "tolower", "ii"},
    {Other_under_exit, "_exit", "vi"}, {Other_under_assert_fail, "__assert_fail", "vppip"},
};

bool has_type(const llvm::FunctionType& type, llvm::StringRef wanted) {
  const auto is = [](const llvm::Type& given, char letter) {
    switch (letter) {
      case 'p':
        return given.isPointerTy();
      case 'i':
        return given.isIntegerTy(32);
      case 'd':
        return given.isDoubleTy();
      case 'f':
        return given.isFloatTy();
      default:
        return given.isVoidTy();
    }
  };
  if (type.isVarArg() || type.getNumParams() + 1 != wanted.size() || !is(*type.getReturnType(), wanted[0]))
    return false;
  for (unsigned i = 0; i < type.getNumParams(); ++i)
    if (!is(*type.getParamType(i), wanted[i + 1])) return false;
  return true;
}

std::optional<llvm::LibFunc> find_other(const llvm::Function& function, const llvm::Function& caller) {
  const auto* found = std::find_if(std::begin(kOthers), std::end(kOthers),
                                   [&](const Other& other) { return other.name == function.getName(); });
  if (found == std::end(kOthers) || !has_type(*function.getFunctionType(), found->type)) return std::nullopt;
  if (caller.hasFnAttribute("no-builtins") || caller.hasFnAttribute(("no-builtin-" + found->name).str()))
    return std::nullopt;
  return other(found->function);
}

}  // namespace

llvm::StringRef name_of(llvm::LibFunc function, const llvm::Module& module) {
  if (is_known_to_llvm(function)) return llvm::TargetLibraryInfo(library_of(module)).getName(function);
  return kOthers[function - llvm::NumLibFuncs].name;
}

std::span<const LibraryRow> library_rows() { return kLibraryRows; }

const LibraryRow* library_row(llvm::LibFunc function) {
  const std::uint16_t place = kPlaces[function];
  return place == 0 ? nullptr : &kLibraryRows[place - 1];
}

const llvm::TargetLibraryInfoImpl& library_of(const llvm::Module& module) {
  static thread_local std::map<std::string, std::unique_ptr<llvm::TargetLibraryInfoImpl>> libraries;
  const llvm::Triple& triple = module.getTargetTriple();
  auto& library = libraries[triple.str()];
  if (library == nullptr)
    library = std::make_unique<llvm::TargetLibraryInfoImpl>(triple.empty() ? llvm::Triple("x86_64-unknown-linux-gnu")
                                                                           : triple);
  return *library;
}

namespace {

std::optional<llvm::LibFunc> find_known(const llvm::TargetLibraryInfo& library, const llvm::Function& function) {
  llvm::LibFunc which;
  if (!library.getLibFunc(function, which) || !library.has(which)) return std::nullopt;
  return which;
}

}  // namespace

std::optional<llvm::LibFunc> library_function(const llvm::Function& function) {
  return find_known(llvm::TargetLibraryInfo(library_of(*function.getParent())), function);
}

std::optional<llvm::LibFunc> called_library_function(const llvm::CallBase& call, const llvm::Function& callee) {
  const bool has_body = !callee.isDeclaration() && (!callee.isInterposable() || is_inlined_anyway(call, callee));
  if (has_body || call.isNoBuiltin() || callee.getFunctionType() != call.getFunctionType()) return std::nullopt;
  const llvm::Function* caller = call.getFunction();
  const auto known = find_known(llvm::TargetLibraryInfo(library_of(*callee.getParent()), caller), callee);
  return known ? known : find_other(callee, *caller);
}

bool is_fortified(const llvm::Function& function) {
  return function.getName().starts_with("__") && function.getName().ends_with("_chk");
}

bool is_unknown_runtime_function(const llvm::Function& function) {
  static const std::set<llvm::StringRef> names = [] {
    std::set<llvm::StringRef> all;
    for (const llvm::RTLIB::LibcallImpl each : llvm::RTLIB::libcall_impls())
      all.insert(llvm::RTLIB::RuntimeLibcallsInfo::getLibcallImplName(each));
    return all;
  }();
  if (!names.contains(function.getName())) return false;
  const std::optional<llvm::LibFunc> which = library_function(function);
  return !which || library_row(*which) == nullptr;
}

bool is_contained_library_function(const llvm::Function& function) {
  const std::optional<llvm::LibFunc> which = library_function(function);
  if (!which) return false;
  switch (*which) {  // of which LLVM does not say so
    case llvm::LibFunc_sprintf:
    case llvm::LibFunc_snprintf:
    case llvm::LibFunc_vsprintf:
    case llvm::LibFunc_vsnprintf:
      return true;
    default:
      break;
  }
  // Mathematics; it may set errno.
  const auto is_pointer = [](const llvm::Argument& argument) { return argument.getType()->isPtrOrPtrVectorTy(); };
  if (function.getReturnType()->isFPOrFPVectorTy() &&
      std::none_of(function.arg_begin(), function.arg_end(), is_pointer))
    return true;
  if (is_fortified(function)) return true;  // all that are known work on memory
  const llvm::Attribute memory = inferred_attributes(function).getFnAttrs().getAttribute(llvm::Attribute::Memory);
  return memory.isValid() && !llvm::isModSet(memory.getMemoryEffects().getModRef(llvm::IRMemLocation::Other));
}

llvm::AttributeList inferred_attributes(const llvm::Function& declaration) {
  if (!declaration.isDeclaration() || !is_library_function(declaration)) return openmp_attributes(declaration);
  const llvm::Module& module = *declaration.getParent();
  llvm::Module scratch("scratch", declaration.getContext());
  scratch.setTargetTriple(module.getTargetTriple());
  scratch.setDataLayout(module.getDataLayout());
  auto* copy = llvm::Function::Create(declaration.getFunctionType(), llvm::Function::ExternalLinkage,
                                      declaration.getName(), scratch);
  llvm::inferNonMandatoryLibFuncAttrs(*copy, llvm::TargetLibraryInfo(library_of(module)));
  return copy->getAttributes();
}

}  // namespace assay::semantics
