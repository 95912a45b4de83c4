#!/bin/bash
# Makes c_library.inc of c_library.c: LLVM IR as a C++ string. Run it after a change, where glibc is the C library;
# commit what it writes.
set -e
cd "$(dirname "$0")"
cat > /tmp/c_locale.$$.c <<'C'
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  printf("static const unsigned short classes[384] = {");
  for (int c = -128; c < 256; ++c) printf("%d,", (*__ctype_b_loc())[c]);
  printf("};\nstatic const int lowers[384] = {");
  for (int c = -128; c < 256; ++c) printf("%d,", (*__ctype_tolower_loc())[c]);
  printf("};\nstatic const int uppers[384] = {");
  for (int c = -128; c < 256; ++c) printf("%d,", (*__ctype_toupper_loc())[c]);
  puts("};\n#define ERROR_NAMES \\");
  for (int e = 0; e < 134; ++e) printf("\"%s\",", strerror(e));
  puts("");
}
C
clang-22 /tmp/c_locale.$$.c -o /tmp/c_locale.$$ && mkdir -p /tmp/c_library.$$ && /tmp/c_locale.$$ > /tmp/c_library.$$/c_locale.inc
cat > /tmp/c_primes.$$.cpp <<'C'
#include <cstdio>
namespace std { namespace __detail { extern const unsigned long __prime_list[]; } }
int main() {
  unsigned long prime = 0;
  for (int i = 0; prime != 18446744073709551557ul; ++i) std::printf("%luul,\n", prime = std::__detail::__prime_list[i]);
}
C
clang++-22 /tmp/c_primes.$$.cpp -o /tmp/c_locale.$$ && /tmp/c_locale.$$ > /tmp/c_library.$$/c_primes.inc
# Without attributes that passes infer: what they promise costs the interpreter time, and says nothing that the code
# does not.
make() {  # make SOURCE COMPILER PASSES
  $2 -target x86_64-unknown-linux-gnu -I /tmp/c_library.$$ -w -fno-ident -S -emit-llvm $1 -o - |
    opt-22 -passes="$3" -S | sed -E 's/ local_unnamed_addr//; s/, ![a-z.]+ ![0-9]+//g; s/ #[0-9]+//; /^attributes/d; /^; /d; /^!llvm.module.flags/d; /^![0-9]/d' > /tmp/c_library.$$/made.ll
  { echo "// Made of $1 by c_library.sh."; echo 'R"IR('; cat /tmp/c_library.$$/made.ll; echo ')IR"'; } > ${1%.*}.inc
}
simplify='sroa,instcombine<no-verify-fixpoint>,simplifycfg'
make c_library.c "clang-22 -O0 -Xclang -disable-O0-optnone -ffreestanding -fno-builtin -fno-discard-value-names" "$simplify"
make cxx_library.cpp "clang++-22 -std=c++17 -O1 -Xclang -disable-llvm-passes -fno-strict-aliasing" \
  "function(sroa,simplifycfg),cgscc(inline),globaldce,function($simplify)"
rm -r /tmp/c_library.$$ /tmp/c_locale.$$ /tmp/c_locale.$$.c /tmp/c_primes.$$.cpp
