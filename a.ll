define internal void @h(ptr %p) noinline { ret void }
define i8 @src(ptr %q) { call void @h(ptr noalias writable dereferenceable(1) %q) %v = load i8, ptr %q ret i8 %v }
define i8 @tgt(ptr %q) { call void @h(ptr noalias writable dereferenceable(1) %q) %v = load i8, ptr %q store i8 %v, ptr %q ret i8 %v }
