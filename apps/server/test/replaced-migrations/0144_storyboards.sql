-- Small frames of a recording at regular intervals, in sheets.
ALTER TABLE recordings
  -- {"url": "/recordings/.../storyboard/...", "intervalMs": 5000, "tiles": 720, "columns": 5, "rows": 5}; null until it
  -- is made, and where none can be made.
  ADD COLUMN storyboard jsonb CHECK (jsonb_typeof(storyboard) = 'object'),
  -- When it was asked for; null once it is made, or cannot be.
  ADD COLUMN storyboard_wanted_at timestamptz(3) DEFAULT now();
CREATE INDEX recordings_storyboard_wanted ON recordings (storyboard_wanted_at)
  WHERE storyboard_wanted_at IS NOT NULL AND state = 'ready';
