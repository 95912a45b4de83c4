; A block that only chooses values by phis stands before another, as LoopSimplify makes of one head of two loops.

declare i32 @next(i32)
declare void @log(i32)
define i32 @src(i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ %n, %entry ], [ %i, %inner ], [ %d, %outer ]
  %s = phi i32 [ 0, %entry ], [ %v, %inner ], [ %v, %outer ]
  %e = icmp eq i32 %i, 0
  br i1 %e, label %x, label %b
b:
  %v = call i32 @next(i32 %s)
  %c = icmp ult i32 %v, 9
  br i1 %c, label %inner, label %outer
inner:
  call void @log(i32 %v)
  br label %h
outer:
  %d = add i32 %i, -1
  br label %h
x:
  ret i32 %s
}
define i32 @tgt(i32 noundef %n) {
entry:
  br label %o
o:
  %i = phi i32 [ %n, %entry ], [ %d, %outer ]
  %so = phi i32 [ 0, %entry ], [ %v, %outer ]
  br label %h
h:
  %s = phi i32 [ %so, %o ], [ %v, %inner ]
  %e = icmp eq i32 %i, 0
  br i1 %e, label %x, label %b
b:
  %v = call i32 @next(i32 %s)
  %c = icmp ult i32 %v, 9
  br i1 %c, label %inner, label %outer
inner:
  call void @log(i32 %v)
  br label %h
outer:
  %d = add i32 %i, -1
  br label %o
x:
  ret i32 %s
}
; check: correct

declare i32 @next(i32)
declare void @log(i32)
define i32 @src(i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ %n, %entry ], [ %i, %inner ], [ %d, %outer ]
  %s = phi i32 [ 0, %entry ], [ %v, %inner ], [ %v, %outer ]
  %e = icmp eq i32 %i, 0
  br i1 %e, label %x, label %b
b:
  %v = call i32 @next(i32 %s)
  %c = icmp ult i32 %v, 9
  br i1 %c, label %inner, label %outer
inner:
  call void @log(i32 %v)
  br label %h
outer:
  %d = add i32 %i, -1
  br label %h
x:
  ret i32 %s
}
define i32 @tgt(i32 noundef %n) {
entry:
  br label %o
o:
  %i = phi i32 [ %n, %entry ], [ %d, %outer ]
  %so = phi i32 [ 0, %entry ], [ %so, %outer ]
  br label %h
h:
  %s = phi i32 [ %so, %o ], [ %v, %inner ]
  %e = icmp eq i32 %i, 0
  br i1 %e, label %x, label %b
b:
  %v = call i32 @next(i32 %s)
  %c = icmp ult i32 %v, 9
  br i1 %c, label %inner, label %outer
inner:
  call void @log(i32 %v)
  br label %h
outer:
  %d = add i32 %i, -1
  br label %o
x:
  ret i32 %s
}
; check: incorrect: value-mismatch (interpreter)

declare i32 @next(i32)
declare void @log(i32)
define i32 @src(i32 noundef %n, i1 noundef %k) {
entry:
  br i1 %k, label %l, label %x
l:
  %i = phi i32 [ 0, %entry ], [ %j, %m ]
  %v = call i32 @next(i32 %i)
  %c = icmp ult i32 %v, 9
  br i1 %c, label %x, label %m
m:
  %j = add i32 %i, 1
  %q = icmp eq i32 %j, %n
  br i1 %q, label %x, label %l
x:
  %r = phi i32 [ 7, %entry ], [ %i, %l ], [ %j, %m ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %n, i1 noundef %k) {
entry:
  br i1 %k, label %l, label %x
l:
  %i = phi i32 [ 0, %entry ], [ %j, %m ]
  %v = call i32 @next(i32 %i)
  %c = icmp ult i32 %v, 9
  br i1 %c, label %w, label %m
m:
  %j = add i32 %i, 1
  %q = icmp eq i32 %j, %n
  br i1 %q, label %w, label %l
w:
  %p = phi i32 [ %i, %l ], [ %j, %m ]
  br label %x
x:
  %r = phi i32 [ 7, %entry ], [ %p, %w ]
  ret i32 %r
}
; check: correct

declare i32 @next(i32)
declare void @log(i32)
define i32 @src(i32 noundef %n, i1 noundef %k) {
entry:
  br i1 %k, label %l, label %x
l:
  %i = phi i32 [ 0, %entry ], [ %j, %m ]
  %v = call i32 @next(i32 %i)
  %c = icmp ult i32 %v, 9
  br i1 %c, label %x, label %m
m:
  %j = add i32 %i, 1
  %q = icmp eq i32 %j, %n
  br i1 %q, label %x, label %l
x:
  %r = phi i32 [ 7, %entry ], [ %i, %l ], [ %j, %m ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %n, i1 noundef %k) {
entry:
  br i1 %k, label %l, label %x
l:
  %i = phi i32 [ 0, %entry ], [ %j, %m ]
  %v = call i32 @next(i32 %i)
  %c = icmp ult i32 %v, 9
  br i1 %c, label %w, label %m
m:
  %j = add i32 %i, 1
  %q = icmp eq i32 %j, %n
  br i1 %q, label %w, label %l
w:
  %p = phi i32 [ %i, %l ], [ %i, %m ]
  br label %x
x:
  %r = phi i32 [ 7, %entry ], [ %p, %w ]
  ret i32 %r
}
; check: incorrect: value-mismatch (interpreter, smt)
