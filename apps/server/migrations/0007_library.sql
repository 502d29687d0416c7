-- Streams that viewers saved and watched.

-- Streams that viewers save to find them again.
CREATE TABLE saved_streams (
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, stream_id)
);
CREATE INDEX saved_streams_newest ON saved_streams (user_id, created_at DESC, stream_id DESC);
CREATE INDEX saved_streams_by_stream ON saved_streams (stream_id);

-- Streams that a viewer watched while signed in, as the player reported it; one row for each stream.
CREATE TABLE watch_history (
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  first_watched_at timestamptz(3) NOT NULL,
  last_watched_at timestamptz(3) NOT NULL,
  seconds_watched integer NOT NULL DEFAULT 0 CHECK (seconds_watched >= 0),
  -- The position at which the viewer stopped in the recording of the stream. Null: they watched it live only.
  position_ms bigint CHECK (position_ms >= 0),
  PRIMARY KEY (user_id, stream_id),
  CHECK (last_watched_at >= first_watched_at)
);
CREATE INDEX watch_history_newest ON watch_history (user_id, last_watched_at DESC, stream_id DESC);
CREATE INDEX watch_history_by_stream ON watch_history (stream_id);
