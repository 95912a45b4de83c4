; A choice (a NaN's sign and payload) is made once for all uses where the operand is one value, though another arm of a select or phi is undef (VAL-34).
define half @src(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half poison
  %d = fsub nsz half %p, -0.0
  ret half %d
}
define half @tgt(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half undef
  %d = fsub nsz half %p, -0.0
  ret half %d
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define half @src(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half poison
  %d = fadd half %p, 1.0
  ret half %d
}
define half @tgt(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half undef
  %d = fadd half %p, 1.0
  ret half %d
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define half @src(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half poison
  %d = fmul nnan half %p, %p
  ret half %d
}
define half @tgt(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half undef
  %d = fmul nnan half %p, %p
  ret half %d
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define i16 @src(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half undef
  %d = fadd half %p, 1.0
  %a = bitcast half %d to i16
  %b = bitcast half %d to i16
  %r = sub i16 %a, %b
  ret i16 %r
}
define i16 @tgt(i1 noundef %c, half noundef %x) {
  ret i16 0
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define i16 @src(i1 noundef %c, half noundef %x) {
  ret i16 0
}
define i16 @tgt(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half undef
  %d = fadd half %p, 1.0
  %a = bitcast half %d to i16
  %b = bitcast half %d to i16
  %r = sub i16 %a, %b
  ret i16 %r
}
; interpreter: unknown: a choice for each member of a set
; solver: incorrect: more-undefined

define i16 @src(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half poison
  %d = fadd half %p, 1.0
  %a = bitcast half %d to i16
  %b = bitcast half %d to i16
  %r = sub i16 %a, %b
  ret i16 %r
}
define i16 @tgt(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half undef
  %d = fadd half %p, 1.0
  %a = bitcast half %d to i16
  %b = bitcast half %d to i16
  %r = sub i16 %a, %b
  ret i16 %r
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define i16 @src(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half 2.0
  %d = fadd half %p, 1.0
  %a = bitcast half %d to i16
  %b = bitcast half %d to i16
  %r = sub i16 %a, %b
  ret i16 %r
}
define i16 @tgt(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half undef
  %d = fadd half %p, 1.0
  %a = bitcast half %d to i16
  %b = bitcast half %d to i16
  %r = sub i16 %a, %b
  ret i16 %r
}
; interpreter: unknown: a choice for each member of a set
; solver: incorrect: more-undefined

define half @src(i1 noundef %c, half noundef %x) {
  br i1 %c, label %t, label %e
t:
  br label %j
e:
  br label %j
j:
  %p = phi half [ %x, %t ], [ poison, %e ]
  %d = fadd half %p, 1.0
  ret half %d
}
define half @tgt(i1 noundef %c, half noundef %x) {
  br i1 %c, label %t, label %e
t:
  br label %j
e:
  br label %j
j:
  %p = phi half [ %x, %t ], [ undef, %e ]
  %d = fadd half %p, 1.0
  ret half %d
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define half @src(i1 noundef %c, half noundef %x) {
  br i1 %c, label %t, label %e
t:
  br label %j
e:
  br label %j
j:
  %p = phi half [ %x, %t ], [ 2.0, %e ]
  %d = fadd half %p, 1.0
  ret half %d
}
define half @tgt(i1 noundef %c, half noundef %x) {
  br i1 %c, label %t, label %e
t:
  br label %j
e:
  br label %j
j:
  %p = phi half [ %x, %t ], [ undef, %e ]
  %d = fadd half %p, 1.0
  ret half %d
}
; interpreter: unknown: a choice for each member of a set
; solver: incorrect: more-undefined

define half @src(i1 noundef %c, half noundef %x) {
  br i1 %c, label %t, label %e
t:
  br label %j
e:
  br label %j
j:
  %p = phi half [ %x, %t ], [ undef, %e ]
  %d = fadd half %p, 1.0
  ret half %d
}
define half @tgt(i1 noundef %c, half noundef %x) {
  br i1 %c, label %t, label %e
t:
  br label %j
e:
  br label %j
j:
  %p = phi half [ %x, %t ], [ undef, %e ]
  %d = fadd half %p, 1.0
  ret half %d
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define half @src(i1 %c, half %x) {
  %p = select i1 %c, half %x, half poison
  %d = fadd half %p, 1.0
  ret half %d
}
define half @tgt(i1 %c, half %x) {
  %p = select i1 %c, half %x, half undef
  %d = fadd half %p, 1.0
  ret half %d
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define i16 @src(i1 noundef %c, half noundef %x) {
  %f = freeze half undef
  %p = select i1 %c, half %x, half %f
  %d = fadd half %p, 1.0
  %a = bitcast half %d to i16
  %b = bitcast half %d to i16
  %r = sub i16 %a, %b
  ret i16 %r
}
define i16 @tgt(i1 noundef %c, half noundef %x) {
  %p = select i1 %c, half %x, half undef
  %d = fadd half %p, 1.0
  %a = bitcast half %d to i16
  %b = bitcast half %d to i16
  %r = sub i16 %a, %b
  ret i16 %r
}
; interpreter: unknown: source has more choices than were enumerated
; solver: incorrect: more-undefined

define float @src(i1 noundef %c, float noundef %x) {
  %p = select i1 %c, float %x, float poison
  %d = fadd float %p, 1.0
  ret float %d
}
define float @tgt(i1 noundef %c, float noundef %x) {
  %p = select i1 %c, float %x, float undef
  %d = fadd float %p, 1.0
  ret float %d
}
; interpreter: unknown: a choice for each member of a set
; solver: correct

define i32 @src(i1 noundef %c, float noundef %x) {
  ret i32 0
}
define i32 @tgt(i1 noundef %c, float noundef %x) {
  %p = select i1 %c, float %x, float undef
  %d = fadd float %p, 1.0
  %a = bitcast float %d to i32
  %b = bitcast float %d to i32
  %r = sub i32 %a, %b
  ret i32 %r
}
; interpreter: unknown: a choice for each member of a set
; solver: incorrect: more-undefined

define float @src(i1 noundef %c, float noundef %x) {
  br i1 %c, label %t, label %e
t:
  br label %j
e:
  br label %j
j:
  %p = phi float [ %x, %t ], [ 2.0, %e ]
  %d = fadd float %p, 1.0
  ret float %d
}
define float @tgt(i1 noundef %c, float noundef %x) {
  br i1 %c, label %t, label %e
t:
  br label %j
e:
  br label %j
j:
  %p = phi float [ %x, %t ], [ undef, %e ]
  %d = fadd float %p, 1.0
  ret float %d
}
; interpreter: unknown: a choice for each member of a set
; solver: incorrect: more-undefined
