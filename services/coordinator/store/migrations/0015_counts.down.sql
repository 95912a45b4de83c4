DROP INDEX findings_with_poison;
DROP INDEX bugs_by_kind;
