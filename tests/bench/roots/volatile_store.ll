define void @f(ptr %x) {
  store i16 0, ptr %x
  store volatile i8 1, ptr %x
  ret void
}
