-- The advisory lock that a process holds for as long as its connection to the database lives. Where the lock is gone, the
-- process is dead, although its lease still runs. Null: a process of an earlier version, whose lease alone counts.
ALTER TABLE processes ADD COLUMN session_key integer;
