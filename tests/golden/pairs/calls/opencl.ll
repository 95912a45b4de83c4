; VAL-65: An optimizer for amdgcn knows OpenCL's functions by their names.
target triple = "amdgcn-amd-amdhsa"
declare float @_Z5floorf(float)
define float @src(float %x) {
  %r = call float @_Z5floorf(float %x)
  ret float %r
}
define float @tgt(float %x) {
  %r = call float @llvm.floor.f32(float %x)
  ret float %r
}
; check: unknown: approximation

; One function as another one.
target triple = "amdgcn-amd-amdhsa"
declare float @_Z3powff(float, float)
declare float @_Z4powrff(float, float)
define float @src(float %x) {
  %r = call float @_Z3powff(float %x, float 0.5)
  ret float %r
}
define float @tgt(float %x) {
  %r = call float @_Z4powrff(float %x, float 0.5)
  ret float %r
}
; check: unknown: approximation

; What is done with its result is another matter.
target triple = "amdgcn-amd-amdhsa"
declare float @_Z5floorf(float)
define float @src(float %x) {
  %r = call float @_Z5floorf(float %x)
  ret float %r
}
define float @tgt(float %x) {
  %r = call float @_Z5floorf(float %x)
  ret float %x
}
; check: incorrect: value-mismatch (interpreter, smt)

; Elsewhere, and with nobuiltin, nobody knows it.
target triple = "aarch64"
declare float @_Z5floorf(float)
define float @src(float %x) {
  %r = call float @_Z5floorf(float %x)
  ret float %r
}
define float @tgt(float %x) {
  %r = call float @llvm.floor.f32(float %x)
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

target triple = "amdgcn-amd-amdhsa"
declare float @_Z5floorf(float)
define float @src(float %x) {
  %r = call float @_Z5floorf(float %x) nobuiltin
  ret float %r
}
define float @tgt(float %x) {
  %r = call float @llvm.floor.f32(float %x)
  ret float %r
}
; check: incorrect: value-mismatch (interpreter, smt)

; Nor a function of the program's own with a name of that form.
target triple = "amdgcn-amd-amdhsa"
declare float @_Z5otherf(float)
define float @src(float %x) {
  %r = call float @_Z5otherf(float %x)
  ret float %r
}
define float @tgt(float %x) {
  ret float %x
}
; check: incorrect: value-mismatch (interpreter, smt)
