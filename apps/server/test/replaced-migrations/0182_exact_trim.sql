-- Cuts between keyframes, whose edges are encoded, and the bytes of storyboards.
ALTER TABLE recordings
  -- What is being encoded: its revision and ranges, the share that is done, and why it failed.
  ADD COLUMN pending_trim jsonb,
  -- Of what viewers get.
  ADD COLUMN kept_byte_length bigint NOT NULL
    GENERATED ALWAYS AS (coalesce((trim->'bytes'->>'kept')::bigint, byte_length)) STORED,
  ADD COLUMN storyboard_byte_length bigint NOT NULL DEFAULT 0 CHECK (storyboard_byte_length >= 0);
