-- Captions as viewers of a trimmed recording see them. Moving the times of a large file takes a second, so it is done
-- once for each trimming. Null until somebody asks for them.
ALTER TABLE recording_captions
  ADD COLUMN trimmed_webvtt text,
  -- The trimming that they are for.
  ADD COLUMN trimmed_revision text;
