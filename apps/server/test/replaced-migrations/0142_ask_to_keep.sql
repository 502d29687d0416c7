-- 'ask': streams are recorded, and their creator decides at the end whether the recording is kept.
ALTER TABLE recording_settings
  ALTER COLUMN records TYPE text USING CASE WHEN records THEN 'always' ELSE 'never' END,
  ADD CHECK (records IN ('always', 'ask', 'never'));

ALTER TABLE recordings
  -- Once the stream has ended, its creator is asked whether to keep it.
  ADD COLUMN asks_at_end boolean NOT NULL DEFAULT false,
  -- When it is deleted unless its creator keeps it. Until then it is private.
  ADD COLUMN decide_by timestamptz(3);
CREATE INDEX recordings_undecided ON recordings (decide_by) WHERE decide_by IS NOT NULL;
