# Writes the IR FROM as TO: without metadata, and without attributes that passes infer: what they promise costs the
# interpreter time, and says nothing that the code does not.
file(READ ${FROM} text)
string(REPLACE " local_unnamed_addr" "" text "${text}")
string(REGEX REPLACE ", ![a-z._]+ ![0-9]+" "" text "${text}")
string(REGEX REPLACE " #[0-9]+" "" text "${text}")
string(REGEX REPLACE "\nattributes [^\n]*" "" text "${text}")
string(REGEX REPLACE "\n *call void @llvm.experimental.noalias.scope.decl[^\n]*" "" text "${text}")
string(REGEX REPLACE "\n![^\n]*" "" text "${text}")
string(REGEX REPLACE "(^|\n); [^\n]*" "\\1" text "${text}")
file(WRITE ${TO} "${text}")
