-- What of a recording a clip shows, so that it is hidden while that is cut.
ALTER TABLE clips
  -- Ranges of the original. Null: unknown, in clips that were made before it was stored.
  ADD COLUMN shows jsonb;
