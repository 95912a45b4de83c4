-- Bugs of a kind and a time are counted without a look at them; cases in which something is poison are few among all.
CREATE INDEX bugs_by_kind ON bugs (kind, last_seen, id);
CREATE INDEX findings_with_poison ON findings (bug_id) WHERE instr(counterexample, '"value":"poison"') > 0;
