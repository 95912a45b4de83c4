; What they do beside suspending is proved.
declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i32)
define ptr @src(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = mul i32 %x, 2
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define ptr @tgt(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = shl i32 %x, 1
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
; check --smt-timeout=20000: correct

declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i32)
define ptr @src(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  store i32 %x, ptr %l
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = load i32, ptr %l
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define ptr @tgt(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  store i32 %x, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
; check --smt-timeout=20000: correct

declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i32)
define ptr @src(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = mul i32 %x, 2
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define ptr @tgt(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = shl i32 %x, 2
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
; check --smt-timeout=20000: unknown: approximation

declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i32)
define ptr @src(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  store i32 %x, ptr %p
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define ptr @tgt(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  store i32 %x, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
; check --smt-timeout=20000: unknown: approximation

@g = external global i32
declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i32)
define ptr @src(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  store i32 %x, ptr %p
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = load i32, ptr %p
  store i32 %y, ptr @g
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define ptr @tgt(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  store i32 %x, ptr %p
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  store i32 %x, ptr @g
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
; check --smt-timeout=20000: unknown: approximation

; A difference refutes nothing and tokens are not mixed up.
declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i32)
define ptr @src(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define ptr @tgt(ptr %p, i32 noundef %x) { ret ptr null }
; check --smt-timeout=20000: unknown: approximation

declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare token @llvm.coro.save(ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i32)
define ptr @src(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %a = call token @llvm.coro.save(ptr %h)
  %b = call token @llvm.coro.save(ptr %h)
  %t = call i8 @llvm.coro.suspend(token %a, i1 false)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define ptr @tgt(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %a = call token @llvm.coro.save(ptr %h)
  %b = call token @llvm.coro.save(ptr %h)
  %t = call i8 @llvm.coro.suspend(token %b, i1 false)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
; check --smt-timeout=20000: unknown: approximation

; Tokens are numbers that nobody knows, so each suspension has the one of its own: Several tokens of one kind are told
; apart.
declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare token @llvm.coro.save(ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i32)
define ptr @src(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %a = call token @llvm.coro.save(ptr %h)
  %b = call token @llvm.coro.save(ptr %h)
  %t = call i8 @llvm.coro.suspend(token %a, i1 false)
  %u = call i8 @llvm.coro.suspend(token %b, i1 false)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = mul i32 %x, 2
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define ptr @tgt(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %a = call token @llvm.coro.save(ptr %h)
  %b = call token @llvm.coro.save(ptr %h)
  %t = call i8 @llvm.coro.suspend(token %a, i1 false)
  %u = call i8 @llvm.coro.suspend(token %b, i1 false)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = shl i32 %x, 1
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
; check --smt-timeout=20000: correct

declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare token @llvm.coro.save(ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i32)
define ptr @src(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %a = call token @llvm.coro.save(ptr %h)
  %b = call token @llvm.coro.save(ptr %h)
  %t = call i8 @llvm.coro.suspend(token %a, i1 false)
  %u = call i8 @llvm.coro.suspend(token %b, i1 false)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = mul i32 %x, 2
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define ptr @tgt(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %a = call token @llvm.coro.save(ptr %h)
  %b = call token @llvm.coro.save(ptr %h)
  %t = call i8 @llvm.coro.suspend(token %b, i1 false)
  %u = call i8 @llvm.coro.suspend(token %a, i1 false)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = shl i32 %x, 1
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
; check --smt-timeout=20000: unknown: approximation

declare token @llvm.coro.id(i32, ptr readnone, ptr nocapture readonly, ptr)
declare i32 @llvm.coro.size.i32()
declare ptr @llvm.coro.begin(token, ptr writeonly)
declare i8 @llvm.coro.suspend(token, i1)
declare token @llvm.coro.save(ptr)
declare void @llvm.coro.end(ptr, i1, token)
declare ptr @malloc(i32)
define ptr @src(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %a = call token @llvm.coro.save(ptr %h)
  %b = call token @llvm.coro.save(ptr %h)
  %t = call i8 @llvm.coro.suspend(token %a, i1 false)
  %u = call i8 @llvm.coro.suspend(token %b, i1 false)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = mul i32 %x, 2
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
define ptr @tgt(ptr %p, i32 noundef %x) presplitcoroutine {
e:
  %l = alloca i32
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i32 @llvm.coro.size.i32()
  %m = call ptr @malloc(i32 %n)
  %h = call noalias ptr @llvm.coro.begin(token %id, ptr %m)
  %a = call token @llvm.coro.save(ptr %h)
  %b = call token @llvm.coro.save(ptr %h)
  %t = call i8 @llvm.coro.suspend(token %a, i1 false)
  %u = call i8 @llvm.coro.suspend(token %a, i1 false)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %o [ i8 0, label %r i8 1, label %r ]
r:
  %y = shl i32 %x, 1
  store i32 %y, ptr %p
  br label %o
o:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}
; check --smt-timeout=20000: unknown: approximation
