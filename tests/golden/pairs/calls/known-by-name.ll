; What optimizers know by its name, and no machine does: calls of it that the target lacks refute nothing.
declare void @__llvm_profile_instrument_target(i64, ptr, i32)
@d = internal global i64 0
define void @src() { call void @__llvm_profile_instrument_target(i64 1, ptr @d, i32 0) ret void }
define void @tgt() { ret void }
; check: unknown: approximation

declare void @__llvm_profile_instrument_target(i64, ptr, i32)
@d = internal global i64 0
define i8 @src() { call void @__llvm_profile_instrument_target(i64 1, ptr @d, i32 0) ret i8 1 }
define i8 @tgt() { call void @__llvm_profile_instrument_target(i64 1, ptr @d, i32 0) ret i8 2 }
; check: incorrect: value-mismatch (interpreter, smt)

declare ptr @llvm.objc.unsafeClaimAutoreleasedReturnValue(ptr)
declare ptr @g()
define void @src() { %r = call ptr @g() [ "clang.arc.attachedcall"(ptr @llvm.objc.unsafeClaimAutoreleasedReturnValue) ] ret void }
define void @tgt() { %r = call ptr @g() ret void }
; check: unknown: approximation
