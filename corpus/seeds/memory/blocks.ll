; Purpose: copies and fills of blocks of memory, chains of copies, partly overwritten, forwarded to loads, with stores between.

declare void @llvm.memcpy.p0.p0.i64(ptr noalias, ptr noalias, i64, i1 immarg)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1 immarg)

@table = internal constant [4 x i8] c"\01\80\FF\07"

define i8 @copy_of_table(i2 %index) {
  %slot = alloca [4 x i8], align 1
  call void @llvm.memcpy.p0.p0.i64(ptr %slot, ptr @table, i64 4, i1 false)
  %wide = zext i2 %index to i64
  %at = getelementptr inbounds i8, ptr %slot, i64 %wide
  %value = load i8, ptr %at, align 1
  ret i8 %value
}

define i8 @copy_of_copy(ptr %p) {
  %a = alloca [4 x i8], align 1
  %b = alloca [4 x i8], align 1
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 4, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %at = getelementptr inbounds i8, ptr %b, i64 3
  %value = load i8, ptr %at, align 1
  ret i8 %value
}

define i8 @source_changed_between(ptr %p, i8 %x) {
  %a = alloca [4 x i8], align 1
  %b = alloca [4 x i8], align 1
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 4, i1 false)
  store i8 %x, ptr %p, align 1
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %value = load i8, ptr %b, align 1
  ret i8 %value
}

define i8 @fill_then_copy(ptr %p, i8 %x) {
  %a = alloca [8 x i8], align 1
  call void @llvm.memset.p0.i64(ptr %a, i8 %x, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 5, i1 false)
  %at = getelementptr inbounds i8, ptr %p, i64 4
  %value = load i8, ptr %at, align 1
  ret i8 %value
}

define i16 @fill_partly_overwritten(i8 %x) {
  %a = alloca [4 x i8], align 2
  call void @llvm.memset.p0.i64(ptr %a, i8 -1, i64 4, i1 false)
  %at = getelementptr inbounds i8, ptr %a, i64 1
  store i8 %x, ptr %at, align 1
  %value = load i16, ptr %a, align 2
  ret i16 %value
}

define void @fill_shortened(ptr %p, i16 %x) {
  call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 8, i1 false)
  store i16 %x, ptr %p, align 1
  %end = getelementptr inbounds i8, ptr %p, i64 6
  store i16 %x, ptr %end, align 1
  ret void
}

define void @two_fills(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 6, i1 false)
  %at = getelementptr inbounds i8, ptr %p, i64 4
  call void @llvm.memset.p0.i64(ptr %at, i8 1, i64 4, i1 false)
  ret void
}

define void @stores_to_fill(ptr %p) {
  store i16 0, ptr %p, align 2
  %at2 = getelementptr inbounds i8, ptr %p, i64 2
  store i8 0, ptr %at2, align 1
  %at3 = getelementptr inbounds i8, ptr %p, i64 3
  store i8 0, ptr %at3, align 1
  %at4 = getelementptr inbounds i8, ptr %p, i64 4
  store i32 0, ptr %at4, align 4
  ret void
}

define i8 @move_within(i8 %x) {
  %a = alloca [4 x i8], align 1
  store i32 67305985, ptr %a, align 1
  store i8 %x, ptr %a, align 1
  %at = getelementptr inbounds i8, ptr %a, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %at, ptr %a, i64 3, i1 false)
  %last = getelementptr inbounds i8, ptr %a, i64 3
  %value = load i8, ptr %last, align 1
  %first = load i8, ptr %at, align 1
  %sum = sub i8 %value, %first
  ret i8 %sum
}

define i8 @temporary_for_a_call_by_value(ptr %p) {
  %a = alloca { i8, i16 }, align 2
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 4, i1 false)
  %field = getelementptr inbounds { i8, i16 }, ptr %a, i64 0, i32 1
  %value = load i16, ptr %field, align 2
  store i16 0, ptr %field, align 2
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 4, i1 false)
  %narrow = trunc i16 %value to i8
  ret i8 %narrow
}

define i8 @split_aggregate(i16 %x, i8 %y) {
  %a = alloca { i8, i16, i8 }, align 2
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 6, i1 false)
  %middle = getelementptr inbounds { i8, i16, i8 }, ptr %a, i64 0, i32 1
  store i16 %x, ptr %middle, align 2
  %last = getelementptr inbounds { i8, i16, i8 }, ptr %a, i64 0, i32 2
  store i8 %y, ptr %last, align 2
  %high = getelementptr inbounds i8, ptr %a, i64 3
  %byte = load i8, ptr %high, align 1
  %word = load i16, ptr %last, align 2
  %low = trunc i16 %word to i8
  %both = xor i8 %byte, %low
  ret i8 %both
}
