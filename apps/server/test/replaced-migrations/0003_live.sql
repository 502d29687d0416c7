-- Broadcasts (spec section 3: streams). A row is made when an encoder's first frames arrive.
CREATE TABLE streams (
  id uuid PRIMARY KEY,
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 140),
  category text NOT NULL,
  slug text NOT NULL,
  thumbnail_url text,
  current_viewers integer NOT NULL DEFAULT 0 CHECK (current_viewers >= 0),
  peak_viewers integer NOT NULL DEFAULT 0 CHECK (peak_viewers >= 0),
  status text NOT NULL CHECK (status IN ('live', 'ended')),
  -- Set while the signal is away and its grace window runs.
  interrupted_at timestamptz,
  started_at timestamptz NOT NULL,
  -- When the instance last knew it to be live: where a broadcast ended if the instance died with it.
  seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Why the signal stopped for good; media's closed set of reasons, and 'lost' for a broadcast that
  -- an instance found live when it started and whose encoder did not come back.
  end_reason text CHECK (
    end_reason IN ('unpublished', 'connection_lost', 'taken_over', 'protocol_error', 'unsupported_media', 'kicked', 'shutdown', 'lost')
  ),
  CHECK ((status = 'ended') = (ended_at IS NOT NULL)),
  UNIQUE (streamer_id, slug)
);

-- A channel is live once at a time.
CREATE UNIQUE INDEX streams_one_live_per_streamer ON streams (streamer_id) WHERE status = 'live';
-- The featured list (spec section 7): live, by viewers, descending.
CREATE INDEX streams_featured ON streams (current_viewers DESC, id) WHERE status = 'live';
CREATE INDEX streams_by_streamer ON streams (streamer_id, started_at DESC);

-- Slugs a stream has had before its title changed; they lead to it for ever.
CREATE TABLE stream_former_slugs (
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  slug text NOT NULL,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  PRIMARY KEY (streamer_id, slug)
);
CREATE INDEX stream_former_slugs_by_stream ON stream_former_slugs (stream_id);
