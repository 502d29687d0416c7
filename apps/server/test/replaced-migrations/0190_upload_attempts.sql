-- The attempt to process an upload that is under way: a process that was paused must not go on with an earlier one.
ALTER TABLE uploads ADD COLUMN attempt text;
