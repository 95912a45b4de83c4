-- Why a finding is wrong, where a relaxed reading of the language would allow it; whether its reduction came to its end.
ALTER TABLE findings ADD COLUMN explained_by TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN unfinished INTEGER NOT NULL DEFAULT 0;
