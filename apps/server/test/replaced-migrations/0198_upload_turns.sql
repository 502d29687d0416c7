-- Uploads wait for their turn to be processed: channels take turns, and small files have a lane of their own.
ALTER TABLE uploads
  ADD COLUMN lane text NOT NULL DEFAULT 'large' CHECK (lane IN ('small', 'large')),
  -- The place in the line of its lane.
  ADD COLUMN queued_at timestamptz NOT NULL DEFAULT now(),
  -- Until then a process works on it, or it waits after a failure.
  ADD COLUMN held_until timestamptz,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0;
UPDATE uploads SET queued_at = updated_at WHERE state = 'processing';
CREATE INDEX uploads_waiting ON uploads (lane, queued_at, id) WHERE state = 'processing';
