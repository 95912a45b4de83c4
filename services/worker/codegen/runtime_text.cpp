#include "services/common/text.h"
#include "services/worker/codegen/runtime_table.h"

namespace assay::codegen {
namespace {

/// SIZE is as wide as a pointer, and so is `long`.
constexpr std::string_view kText = R"IR(
define void @assay.host() {
  ret void
}
define ptr @memcpy(ptr %to, ptr %from, SIZE %size) {
start:
  %none = icmp eq SIZE %size, 0
  br i1 %none, label %end, label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %loop ]
  %source = getelementptr i8, ptr %from, SIZE %i
  %byte = load volatile i8, ptr %source
  %place = getelementptr i8, ptr %to, SIZE %i
  store volatile i8 %byte, ptr %place
  %next = add SIZE %i, 1
  %done = icmp eq SIZE %next, %size
  br i1 %done, label %end, label %loop
end:
  ret ptr %to
}
define ptr @memmove(ptr %to, ptr %from, SIZE %size) {
start:
  %behind = icmp ugt ptr %to, %from
  br i1 %behind, label %check, label %forward
forward:
  %copied = call ptr @memcpy(ptr %to, ptr %from, SIZE %size)
  ret ptr %to
check:
  %none = icmp eq SIZE %size, 0
  br i1 %none, label %end, label %loop
loop:
  %i = phi SIZE [ %size, %check ], [ %next, %loop ]
  %next = sub SIZE %i, 1
  %source = getelementptr i8, ptr %from, SIZE %next
  %byte = load volatile i8, ptr %source
  %place = getelementptr i8, ptr %to, SIZE %next
  store volatile i8 %byte, ptr %place
  %done = icmp eq SIZE %next, 0
  br i1 %done, label %end, label %loop
end:
  ret ptr %to
}
define ptr @memset(ptr %to, i32 %value, SIZE %size) {
start:
  %byte = trunc i32 %value to i8
  %none = icmp eq SIZE %size, 0
  br i1 %none, label %end, label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %loop ]
  %place = getelementptr i8, ptr %to, SIZE %i
  store volatile i8 %byte, ptr %place
  %next = add SIZE %i, 1
  %done = icmp eq SIZE %next, %size
  br i1 %done, label %end, label %loop
end:
  ret ptr %to
}
define signext i32 @memcmp(ptr %a, ptr %b, SIZE %size) {
start:
  %none = icmp eq SIZE %size, 0
  br i1 %none, label %same, label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %more ]
  %p = getelementptr i8, ptr %a, SIZE %i
  %q = getelementptr i8, ptr %b, SIZE %i
  %x = load volatile i8, ptr %p
  %y = load volatile i8, ptr %q
  %equal = icmp eq i8 %x, %y
  br i1 %equal, label %more, label %differ
more:
  %next = add SIZE %i, 1
  %done = icmp eq SIZE %next, %size
  br i1 %done, label %same, label %loop
differ:
  %u = zext i8 %x to i32
  %v = zext i8 %y to i32
  %order = sub i32 %u, %v
  ret i32 %order
same:
  ret i32 0
}
define signext i32 @bcmp(ptr %a, ptr %b, SIZE %size) {
  %order = call signext i32 @memcmp(ptr %a, ptr %b, SIZE %size)
  ret i32 %order
}
define SIZE @strlen(ptr %text) {
start:
  br label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %loop ]
  %p = getelementptr i8, ptr %text, SIZE %i
  %c = load volatile i8, ptr %p
  %end = icmp eq i8 %c, 0
  %next = add SIZE %i, 1
  br i1 %end, label %done, label %loop
done:
  ret SIZE %i
}
define signext i32 @strncmp(ptr %a, ptr %b, SIZE %size) {
start:
  br label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %more ]
  %none = icmp eq SIZE %i, %size
  br i1 %none, label %same, label %look
look:
  %p = getelementptr i8, ptr %a, SIZE %i
  %q = getelementptr i8, ptr %b, SIZE %i
  %x = load volatile i8, ptr %p
  %y = load volatile i8, ptr %q
  %equal = icmp eq i8 %x, %y
  br i1 %equal, label %more, label %differ
more:
  %next = add SIZE %i, 1
  %end = icmp eq i8 %x, 0
  br i1 %end, label %same, label %loop
differ:
  %u = zext i8 %x to i32
  %v = zext i8 %y to i32
  %order = sub i32 %u, %v
  ret i32 %order
same:
  ret i32 0
}
define signext i32 @strcmp(ptr %a, ptr %b) {
  %order = call signext i32 @strncmp(ptr %a, ptr %b, SIZE -1)
  ret i32 %order
}
define ptr @memchr(ptr %a, i32 %value, SIZE %size) {
start:
  %byte = trunc i32 %value to i8
  br label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %look ]
  %p = getelementptr i8, ptr %a, SIZE %i
  %end = icmp eq SIZE %i, %size
  br i1 %end, label %none, label %look
look:
  %x = load volatile i8, ptr %p
  %found = icmp eq i8 %x, %byte
  %next = add SIZE %i, 1
  br i1 %found, label %here, label %loop
here:
  ret ptr %p
none:
  ret ptr null
}
define ptr @strchr(ptr %a, i32 %value) {
  %length = call SIZE @strlen(ptr %a)
  %size = add SIZE %length, 1
  %found = call ptr @memchr(ptr %a, i32 %value, SIZE %size)
  ret ptr %found
}
define ptr @strrchr(ptr %a, i32 %value) {
start:
  %byte = trunc i32 %value to i8
  br label %loop
loop:
  %i = phi SIZE [ 0, %start ], [ %next, %loop ]
  %last = phi ptr [ null, %start ], [ %now, %loop ]
  %p = getelementptr i8, ptr %a, SIZE %i
  %x = load volatile i8, ptr %p
  %found = icmp eq i8 %x, %byte
  %now = select i1 %found, ptr %p, ptr %last
  %end = icmp eq i8 %x, 0
  %next = add SIZE %i, 1
  br i1 %end, label %done, label %loop
done:
  ret ptr %now
}
define ptr @strcpy(ptr %to, ptr %from) {
  %length = call SIZE @strlen(ptr %from)
  %size = add SIZE %length, 1
  %copied = call ptr @memcpy(ptr %to, ptr %from, SIZE %size)
  ret ptr %to
}
define signext i32 @ffs(i32 %x) {
  %zeros = call i32 @llvm.cttz.i32(i32 %x, i1 false)
  %number = add i32 %zeros, 1
  %none = icmp eq i32 %x, 0
  %r = select i1 %none, i32 0, i32 %number
  ret i32 %r
}
define signext i32 @ffsll(i64 %x) {
  %zeros = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  %number = add i64 %zeros, 1
  %none = icmp eq i64 %x, 0
  %r = select i1 %none, i64 0, i64 %number
  %t = trunc i64 %r to i32
  ret i32 %t
}
define signext i32 @ffsl(SIZE %x) {
  %r = call signext i32 @FFS_OF_SIZE(SIZE %x)
  ret i32 %r
}
define signext i32 @isascii(i32 %x) {
  %is = icmp ult i32 %x, 128
  %r = zext i1 %is to i32
  ret i32 %r
}
define signext i32 @isdigit(i32 %x) {
  %from = sub i32 %x, 48
  %is = icmp ult i32 %from, 10
  %r = zext i1 %is to i32
  ret i32 %r
}
define signext i32 @toascii(i32 %x) {
  %r = and i32 %x, 127
  ret i32 %r
}
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
)IR";

/// What one of ARM's own names stands for.
struct ArmName {
  const char *name, *result, *argument, *function;
};
constexpr ArmName kArmNames[] = {
    {"__aeabi_f2lz", "i64", "float", "__fixsfdi"},
    {"__aeabi_d2lz", "i64", "double", "__fixdfdi"},
    {"__aeabi_f2ulz", "i64", "float", "__fixunssfdi"},
    {"__aeabi_d2ulz", "i64", "double", "__fixunsdfdi"},
    {"__aeabi_l2f", "float", "i64", "__floatdisf"},
    {"__aeabi_l2d", "double", "i64", "__floatdidf"},
    {"__aeabi_ul2f", "float", "i64", "__floatundisf"},
    {"__aeabi_ul2d", "double", "i64", "__floatundidf"},
    {"__aeabi_d2h", "zeroext i16", "double", "__gnu_d2h_ieee"},
};
/// Both results at once: names of the division, and of the functions of its quotient and rest.
constexpr const char* kArmDivisions[][3] = {{"__aeabi_ldivmod", "__divdi3", "__moddi3"},
                                            {"__aeabi_uldivmod", "__udivdi3", "__umoddi3"}};

/// Numbers go to these, and come from them, in general registers.
std::string arm_text() {
  std::string text;
  for (const ArmName& each : kArmNames) {
    std::string one = R"IR(
declare RESULT @FUNCTION(ARGUMENT)
define arm_aapcscc RESULT @NAME(ARGUMENT %x) {
  %r = call RESULT @FUNCTION(ARGUMENT %x)
  ret TYPE %r
}
)IR";
    const std::string_view result = each.result;
    replace_all(one, "RESULT", result);
    replace_all(one, "TYPE", result.substr(result.rfind(' ') + 1));
    replace_all(one, "ARGUMENT", each.argument);
    replace_all(one, "FUNCTION", each.function);
    replace_all(one, "NAME", each.name);
    text += one;
  }
  for (const auto& [name, quotient, rest] : kArmDivisions) {
    std::string one = R"IR(
declare i64 @QUOTIENT(i64, i64)
declare i64 @REST(i64, i64)
define arm_aapcscc { i64, i64 } @NAME(i64 %x, i64 %y) {
  %quotient = call i64 @QUOTIENT(i64 %x, i64 %y)
  %rest = call i64 @REST(i64 %x, i64 %y)
  %first = insertvalue { i64, i64 } poison, i64 %quotient, 0
  %both = insertvalue { i64, i64 } %first, i64 %rest, 1
  ret { i64, i64 } %both
}
)IR";
    replace_all(one, "QUOTIENT", quotient);
    replace_all(one, "REST", rest);
    replace_all(one, "NAME", name);
    text += one;
  }
  return text;
}

}  // namespace

std::string runtime_text(unsigned word_bytes, bool is_arm) {
  std::string text(kText);
  replace_all(text, "FFS_OF_SIZE", word_bytes == 8 ? "ffsll" : "ffs");
  replace_all(text, "SIZE", word_bytes == 8 ? "i64" : "i32");
  return is_arm ? text + arm_text() : text;
}

}  // namespace assay::codegen
