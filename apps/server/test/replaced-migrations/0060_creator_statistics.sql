-- What creators choose for their broadcasts, and what they learn about them.

ALTER TABLE streams
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  -- Viewers are asked before they see it.
  ADD COLUMN is_mature boolean NOT NULL DEFAULT false,
  -- `thumbnail_url` is the creator's choice: pictures of the broadcast itself do not replace it.
  ADD COLUMN has_custom_thumbnail boolean NOT NULL DEFAULT false,
  -- Grows while it runs, so that it holds after a crash too: the sum over viewers of how long each watched.
  ADD COLUMN watched_seconds bigint NOT NULL DEFAULT 0 CHECK (watched_seconds >= 0),
  -- Browsers that watched, each counted once.
  ADD COLUMN views bigint NOT NULL DEFAULT 0 CHECK (views >= 0),
  -- The encoder said goodbye before the grace window began, rather than being lost.
  ADD COLUMN interrupted_cleanly boolean NOT NULL DEFAULT false,
  -- Left live by an instance that stopped: there is nothing to play until its encoder is back.
  ADD COLUMN awaits_encoder boolean NOT NULL DEFAULT false,
  ADD CHECK (cardinality(tags) <= 8 AND array_position(tags, NULL) IS NULL AND char_length(array_to_string(tags, '')) <= 192);

-- Apart, because they are made of the columns above.
ALTER TABLE streams
  ADD COLUMN lasted_seconds integer NOT NULL
    GENERATED ALWAYS AS (greatest(0, extract(epoch FROM coalesce(ended_at, seen_at) - started_at))::integer) STORED,
  ADD COLUMN average_viewers double precision NOT NULL
    GENERATED ALWAYS AS (watched_seconds / greatest(1, extract(epoch FROM coalesce(ended_at, seen_at) - started_at))) STORED;

ALTER TABLE streams DROP CONSTRAINT streams_end_reason_check;
ALTER TABLE streams ADD CONSTRAINT streams_end_reason_check CHECK (
  end_reason IN ('unpublished', 'connection_lost', 'taken_over', 'protocol_error', 'unsupported_media', 'kicked', 'stopped', 'shutdown', 'lost')
);

-- A creator's past broadcasts by each figure that they can be sorted by.
CREATE INDEX streams_past_by_start ON streams (streamer_id, started_at, id) WHERE status = 'ended';
CREATE INDEX streams_past_by_duration ON streams (streamer_id, lasted_seconds, id) WHERE status = 'ended';
CREATE INDEX streams_past_by_peak ON streams (streamer_id, peak_viewers, id) WHERE status = 'ended';
CREATE INDEX streams_past_by_average ON streams (streamer_id, average_viewers, id) WHERE status = 'ended';
CREATE INDEX streams_past_by_watched ON streams (streamer_id, watched_seconds, id) WHERE status = 'ended';
CREATE INDEX streams_by_tag ON streams USING gin (tags) WHERE status = 'live';

-- What the next broadcast starts with, beside title and category.
ALTER TABLE streamer_data
  ADD COLUMN stream_tags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN stream_is_mature boolean NOT NULL DEFAULT false,
  ADD COLUMN stream_thumbnail_url text,
  ADD CHECK (
    cardinality(stream_tags) <= 8 AND array_position(stream_tags, NULL) IS NULL
    AND char_length(array_to_string(stream_tags, '')) <= 192
  );

-- How many watched, minute by minute, for charts; kept for some months.
CREATE TABLE stream_samples (
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  -- A whole minute.
  at timestamptz NOT NULL,
  viewers integer NOT NULL CHECK (viewers >= 0),
  -- Null while no signal arrived.
  bitrate_kbps integer CHECK (bitrate_kbps >= 0),
  PRIMARY KEY (stream_id, at)
);
CREATE INDEX stream_samples_by_age ON stream_samples (at);
