; A frozen pointer to a variable that nobody else knows is that pointer: no other thread sees what is stored there.
define void @src() { %a = alloca i8 %b = freeze ptr %a store atomic i8 0, ptr %b seq_cst, align 1 ret void }
define void @tgt() { %a = alloca i8 store atomic i8 0, ptr %a seq_cst, align 1 ret void }
; check: correct

define void @src() { %a = alloca i8 %b = freeze ptr %a store atomic i8 0, ptr %a seq_cst, align 1 ret void }
define void @tgt() { ret void }
; check: correct

; Others know it once it is given away.
declare void @use(ptr)
define void @src() { %a = alloca i8 %b = freeze ptr %a call void @use(ptr %b) store atomic i8 0, ptr %a seq_cst, align 1 call void @use(ptr %b) ret void }
define void @tgt() { %a = alloca i8 call void @use(ptr %a) store i8 0, ptr %a call void @use(ptr %a) ret void }
; check: unknown: unsupported: other threads
