# Writes the IR of C and CXX as string literals of the C++ source TO (library/program_library.h).
set(source "namespace assay::interpret {\n")
foreach(part C CXX)
  file(READ ${${part}} text)
  string(APPEND source "extern const char k${part}Library[];\nconst char k${part}Library[] = R\"IR(${text})IR\";\n")
endforeach()
file(WRITE ${TO} "${source}}  // namespace assay::interpret\n")
