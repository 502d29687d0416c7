-- Moments of live streams that their creators want to find again, marked while live.
CREATE TABLE stream_markers (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  -- Empty: the creator gave none.
  label text NOT NULL DEFAULT '' CHECK (char_length(label) <= 80)
);
CREATE INDEX stream_markers_by_stream ON stream_markers (stream_id, at);
