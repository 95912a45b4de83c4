; What is the same call for sure is not looked for among others.
declare void @h(ptr) memory(argmem: readwrite) nounwind willreturn
define i8 @src(ptr noundef %l, i8 %x) { call void @h(ptr %l) call void @h(ptr %l) %v = load i8, ptr %l ret i8 %v }
define i8 @tgt(ptr noundef %l, i8 %x) {
  %y = add i8 %x, 1
  call void @h(ptr %l)
  call void @h(ptr %l)
  %v = load i8, ptr %l
  ret i8 %v
}
; interpreter: unknown: an unknown function reads undefined memory
; solver: correct

declare noalias ptr @make()
declare void @keep(ptr)
define void @src(i8 %x) {
  %a = call noalias ptr @make()
  %b = call noalias ptr @make()
  store ptr %b, ptr %a
  call void @keep(ptr %a)
  ret void
}
define void @tgt(i8 %x) {
  %y = add i8 %x, 1
  %a = call noalias ptr @make()
  %b = call noalias ptr @make()
  store ptr %b, ptr %a
  call void @keep(ptr %a)
  ret void
}
; interpreter: nothing against it
; solver: correct
