#!/bin/bash
# Makes c_library.inc of c_library.c: LLVM IR as a C++ string. Run it after a change, where glibc is the C library; commit what it writes.
set -e
cd "$(dirname "$0")"
cat > /tmp/c_locale.$$.c <<'C'
#include <ctype.h>
#include <stdio.h>
int main(void) {
  printf("static const unsigned short classes[384] = {");
  for (int c = -128; c < 256; ++c) printf("%d,", (*__ctype_b_loc())[c]);
  printf("};\nstatic const int lowers[384] = {");
  for (int c = -128; c < 256; ++c) printf("%d,", (*__ctype_tolower_loc())[c]);
  printf("};\nstatic const int uppers[384] = {");
  for (int c = -128; c < 256; ++c) printf("%d,", (*__ctype_toupper_loc())[c]);
  puts("};");
}
C
clang-22 /tmp/c_locale.$$.c -o /tmp/c_locale.$$ && mkdir -p /tmp/c_library.$$ && /tmp/c_locale.$$ > /tmp/c_library.$$/c_locale.inc
# Without attributes that passes infer: what they promise costs the interpreter time, and says nothing that the code does not.
clang-22 -target x86_64-unknown-linux-gnu -I /tmp/c_library.$$ -ffreestanding -fno-builtin -O0 -Xclang -disable-O0-optnone \
  -fno-discard-value-names -fno-ident -S -emit-llvm c_library.c -o - |
  opt-22 -passes='sroa,instcombine<no-verify-fixpoint>,simplifycfg' -S | sed -E 's/ local_unnamed_addr//; s/ #[0-9]+//; /^attributes/d; /^; /d' \
  > /tmp/c_library.$$/c_library.ll
{ echo '// Made of c_library.c by c_library.sh.'; echo 'R"IR('; cat /tmp/c_library.$$/c_library.ll; echo ')IR"'; } > c_library.inc
rm -r /tmp/c_library.$$ /tmp/c_locale.$$ /tmp/c_locale.$$.c
