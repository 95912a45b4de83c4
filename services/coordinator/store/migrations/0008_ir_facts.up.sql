-- LLVM IR as relations. Variables (parameters, labels of blocks, results of instructions) share one sequence of ids; types and constants are
-- kept once for all modules.
CREATE TABLE ir_modules (
  id          INTEGER NOT NULL PRIMARY KEY,
  name        TEXT    NOT NULL,
  bug_id      TEXT    NOT NULL, -- empty: of a file
  finding_id  TEXT    NOT NULL,
  side        TEXT    NOT NULL CHECK (side IN ('file', 'source', 'target')),
  triple      TEXT    NOT NULL,
  data_layout TEXT    NOT NULL,
  fault       TEXT    NOT NULL  -- why nothing more is known of it; empty: all is
) STRICT;
CREATE INDEX ir_modules_by_bug ON ir_modules (bug_id, side);

CREATE TABLE ir_types (
  id            INTEGER NOT NULL PRIMARY KEY,
  text          TEXT    NOT NULL UNIQUE,
  kind          TEXT    NOT NULL,
  bits          INTEGER NOT NULL,
  elements      INTEGER NOT NULL,
  address_space INTEGER NOT NULL,
  form          TEXT    NOT NULL CHECK (form IN ('', 'scalable', 'packed', 'opaque', 'variadic'))
) STRICT;
CREATE TABLE ir_type_components (
  type_id      INTEGER NOT NULL REFERENCES ir_types (id),
  role         TEXT    NOT NULL CHECK (role IN ('element', 'field', 'return', 'parameter')),
  position     INTEGER NOT NULL,
  component_id INTEGER NOT NULL REFERENCES ir_types (id),
  PRIMARY KEY (type_id, role, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE ir_constants (
  id      INTEGER NOT NULL PRIMARY KEY,
  type_id INTEGER NOT NULL REFERENCES ir_types (id),
  kind    TEXT    NOT NULL,
  text    TEXT    NOT NULL,
  UNIQUE (text, type_id, kind)
) STRICT;
CREATE TABLE ir_integers (
  constant_id INTEGER NOT NULL PRIMARY KEY REFERENCES ir_constants (id),
  value       INTEGER NOT NULL
) STRICT;

CREATE TABLE ir_globals (
  id          INTEGER NOT NULL PRIMARY KEY,
  module_id   INTEGER NOT NULL REFERENCES ir_modules (id) ON DELETE CASCADE,
  name        TEXT    NOT NULL,
  type_id     INTEGER NOT NULL REFERENCES ir_types (id),
  is_constant INTEGER NOT NULL CHECK (is_constant IN (0, 1)),
  linkage     TEXT    NOT NULL,
  alignment   INTEGER NOT NULL,
  initializer TEXT    NOT NULL
) STRICT;
CREATE INDEX ir_globals_by_module ON ir_globals (module_id, name);

CREATE TABLE ir_functions (
  id                 INTEGER NOT NULL PRIMARY KEY,
  module_id          INTEGER NOT NULL REFERENCES ir_modules (id) ON DELETE CASCADE,
  name               TEXT    NOT NULL,
  type_id            INTEGER NOT NULL REFERENCES ir_types (id),
  is_definition      INTEGER NOT NULL CHECK (is_definition IN (0, 1)),
  linkage            TEXT    NOT NULL,
  calling_convention INTEGER NOT NULL
) STRICT;
CREATE INDEX ir_functions_by_module ON ir_functions (module_id, name);
CREATE TABLE ir_function_attributes (
  function_id INTEGER NOT NULL REFERENCES ir_functions (id) ON DELETE CASCADE,
  place       TEXT    NOT NULL CHECK (place IN ('function', 'return', 'parameter')),
  position    INTEGER NOT NULL,
  attribute   TEXT    NOT NULL,
  value       TEXT    NOT NULL,
  PRIMARY KEY (function_id, place, position, attribute)
) STRICT, WITHOUT ROWID;
CREATE TABLE ir_function_metadata (
  function_id INTEGER NOT NULL REFERENCES ir_functions (id) ON DELETE CASCADE,
  kind        TEXT    NOT NULL,
  text        TEXT    NOT NULL
) STRICT;
CREATE INDEX ir_function_metadata_by_function ON ir_function_metadata (function_id);

CREATE TABLE ir_parameters (
  id          INTEGER NOT NULL PRIMARY KEY,
  function_id INTEGER NOT NULL REFERENCES ir_functions (id) ON DELETE CASCADE,
  position    INTEGER NOT NULL,
  name        TEXT    NOT NULL,
  type_id     INTEGER NOT NULL REFERENCES ir_types (id)
) STRICT;
CREATE INDEX ir_parameters_by_function ON ir_parameters (function_id, position);
CREATE TABLE ir_blocks (
  id          INTEGER NOT NULL PRIMARY KEY,
  function_id INTEGER NOT NULL REFERENCES ir_functions (id) ON DELETE CASCADE,
  position    INTEGER NOT NULL,
  name        TEXT    NOT NULL
) STRICT;
CREATE INDEX ir_blocks_by_function ON ir_blocks (function_id, position);
CREATE TABLE ir_edges (
  block_id     INTEGER NOT NULL REFERENCES ir_blocks (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  successor_id INTEGER NOT NULL,
  PRIMARY KEY (block_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX ir_edges_by_successor ON ir_edges (successor_id);

CREATE TABLE ir_instructions (
  id       INTEGER NOT NULL PRIMARY KEY,
  block_id INTEGER NOT NULL REFERENCES ir_blocks (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  opcode   TEXT    NOT NULL,
  type_id  INTEGER NOT NULL REFERENCES ir_types (id),
  name     TEXT    NOT NULL -- empty: it has no result
) STRICT;
CREATE INDEX ir_instructions_by_block ON ir_instructions (block_id, position);
CREATE INDEX ir_instructions_by_opcode ON ir_instructions (opcode);
CREATE TABLE ir_operands (
  instruction_id INTEGER NOT NULL REFERENCES ir_instructions (id) ON DELETE CASCADE,
  role           TEXT    NOT NULL,
  position       INTEGER NOT NULL,
  variable_id    INTEGER NOT NULL, -- 0: it is a constant
  constant_id    INTEGER NOT NULL, -- 0: it is a variable
  PRIMARY KEY (instruction_id, role, position),
  CHECK ((variable_id = 0) <> (constant_id = 0))
) STRICT, WITHOUT ROWID;
CREATE INDEX ir_operands_by_variable ON ir_operands (variable_id) WHERE variable_id <> 0;
CREATE INDEX ir_operands_by_constant ON ir_operands (constant_id) WHERE constant_id <> 0;
CREATE TABLE ir_flags (
  instruction_id INTEGER NOT NULL REFERENCES ir_instructions (id) ON DELETE CASCADE,
  flag           TEXT    NOT NULL,
  PRIMARY KEY (instruction_id, flag)
) STRICT, WITHOUT ROWID;
CREATE INDEX ir_flags_by_flag ON ir_flags (flag, instruction_id);
CREATE TABLE ir_properties (
  instruction_id INTEGER NOT NULL REFERENCES ir_instructions (id) ON DELETE CASCADE,
  property       TEXT    NOT NULL,
  value          TEXT    NOT NULL,
  PRIMARY KEY (instruction_id, property)
) STRICT, WITHOUT ROWID;
CREATE TABLE ir_instruction_types (
  instruction_id INTEGER NOT NULL REFERENCES ir_instructions (id) ON DELETE CASCADE,
  role           TEXT    NOT NULL,
  type_id        INTEGER NOT NULL REFERENCES ir_types (id),
  PRIMARY KEY (instruction_id, role)
) STRICT, WITHOUT ROWID;
CREATE TABLE ir_indices (
  instruction_id INTEGER NOT NULL REFERENCES ir_instructions (id) ON DELETE CASCADE,
  position       INTEGER NOT NULL,
  value          INTEGER NOT NULL,
  PRIMARY KEY (instruction_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE ir_call_attributes (
  instruction_id INTEGER NOT NULL REFERENCES ir_instructions (id) ON DELETE CASCADE,
  place          TEXT    NOT NULL CHECK (place IN ('function', 'return', 'parameter')),
  position       INTEGER NOT NULL,
  attribute      TEXT    NOT NULL,
  value          TEXT    NOT NULL,
  PRIMARY KEY (instruction_id, place, position, attribute)
) STRICT, WITHOUT ROWID;
CREATE TABLE ir_metadata (
  instruction_id INTEGER NOT NULL REFERENCES ir_instructions (id) ON DELETE CASCADE,
  kind           TEXT    NOT NULL,
  text           TEXT    NOT NULL
) STRICT;
CREATE INDEX ir_metadata_by_instruction ON ir_metadata (instruction_id);
CREATE INDEX ir_metadata_by_kind ON ir_metadata (kind);

-- Bugs whose representing case is not among the facts yet.
CREATE TABLE ir_wanted (
  bug_id TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO ir_wanted (bug_id) SELECT id FROM bugs;
