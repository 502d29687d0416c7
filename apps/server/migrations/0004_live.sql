-- Streams: what viewers open, while it is live and afterwards.

-- A row is created when an encoder's first frames arrive, or for an upload that was processed.
CREATE TABLE streams (
  id uuid PRIMARY KEY,
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- An upload is an ended stream that was never live.
  source text NOT NULL DEFAULT 'live' CHECK (source IN ('live', 'upload')),
  -- Whether lists may show it. An upload is in no list until its recording is public.
  is_published boolean NOT NULL DEFAULT true,

  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 140),
  category text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}' CHECK (
    cardinality(tags) <= 8 AND array_position(tags, NULL) IS NULL AND char_length(array_to_string(tags, '')) <= 192
  ),
  -- The name in URLs, from the title.
  slug text NOT NULL,
  thumbnail_url text,
  -- The creator chose the thumbnail, which frames of the stream do not replace.
  has_custom_thumbnail boolean NOT NULL DEFAULT false,
  -- Viewers are asked before they see it.
  is_mature boolean NOT NULL DEFAULT false,
  -- The right that viewers need to watch it: a ticket for the event with this id, or a subscription to the creator
  -- with this id (docs/decisions/015). Null: none.
  gate_kind text CHECK (gate_kind IN ('event', 'subscribers')),
  gate_id uuid,

  status text NOT NULL CHECK (status IN ('live', 'ended')),
  -- The process that serves the live stream. Its lease is the stream's. Null: none, as after the process died. It has
  -- no foreign key, since rows of dead processes are deleted while ended streams still name them.
  owner_id uuid,
  -- Left live by an instance that stopped: there is nothing to play until its encoder is back.
  awaits_encoder boolean NOT NULL DEFAULT false,
  -- Set during an interruption, while its grace period runs.
  interrupted_at timestamptz,
  -- The encoder ended its publication by itself, rather than losing its connection.
  interrupted_cleanly boolean NOT NULL DEFAULT false,
  started_at timestamptz(3) NOT NULL,
  -- When it was last known to be live, which is where it ended if the instance stopped with it.
  seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- 'at_capacity': the live streams needed more memory than the server has. 'lost': the encoder of a stream did not
  -- come back after the instance had been down.
  end_reason text CHECK (end_reason IN (
    'unpublished', 'connection_lost', 'taken_over', 'protocol_error', 'unsupported_media', 'kicked', 'stopped',
    'at_capacity', 'shutdown', 'lost')),

  current_viewers integer NOT NULL DEFAULT 0 CHECK (current_viewers >= 0),
  peak_viewers integer NOT NULL DEFAULT 0 CHECK (peak_viewers >= 0),
  -- Browsers that watched, each counted once.
  views bigint NOT NULL DEFAULT 0 CHECK (views >= 0),
  -- The sum over all viewers. It is written while the stream is live, so that it survives a crash.
  watched_seconds bigint NOT NULL DEFAULT 0 CHECK (watched_seconds >= 0),
  lasted_seconds integer NOT NULL
    GENERATED ALWAYS AS (greatest(0, extract(epoch FROM coalesce(ended_at, seen_at) - started_at))::integer) STORED,
  average_viewers double precision NOT NULL
    GENERATED ALWAYS AS (
      watched_seconds / greatest(1, extract(epoch FROM coalesce(ended_at, seen_at) - started_at))) STORED,

  -- Hidden by an admin: the stream is in no list, and its page shows neither media nor thumbnail.
  hidden_at timestamptz,
  hidden_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  hidden_reason text CHECK (char_length(hidden_reason) BETWEEN 1 AND 500),

  UNIQUE (streamer_id, slug),
  CHECK ((status = 'ended') = (ended_at IS NOT NULL)),
  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  CHECK (hidden_by IS NULL OR hidden_at IS NOT NULL),
  CONSTRAINT streams_gate_check CHECK ((gate_kind IS NULL) = (gate_id IS NULL))
);
-- A channel has one live stream at a time.
CREATE UNIQUE INDEX streams_one_live_per_streamer ON streams (streamer_id) WHERE status = 'live';
CREATE INDEX streams_by_streamer ON streams (streamer_id, started_at DESC);

-- Live streams in the orders of the public lists.
CREATE INDEX streams_featured ON streams (current_viewers DESC, id) WHERE status = 'live';
CREATE INDEX streams_listed_by_category ON streams (category, current_viewers DESC, id)
  WHERE status = 'live' AND hidden_at IS NULL;
CREATE INDEX streams_listed_newest ON streams (started_at DESC, id DESC)
  WHERE status = 'live' AND hidden_at IS NULL;
CREATE INDEX streams_listed_by_category_newest ON streams (category, started_at DESC, id DESC)
  WHERE status = 'live' AND hidden_at IS NULL;
CREATE INDEX streams_by_tag ON streams USING gin (tags) WHERE status = 'live';

-- A creator's ended streams by each figure that they can be sorted by.
CREATE INDEX streams_past_by_start ON streams (streamer_id, started_at, id) WHERE status = 'ended';
CREATE INDEX streams_past_by_duration ON streams (streamer_id, lasted_seconds, id) WHERE status = 'ended';
CREATE INDEX streams_past_by_peak ON streams (streamer_id, peak_viewers, id) WHERE status = 'ended';
CREATE INDEX streams_past_by_average ON streams (streamer_id, average_viewers, id) WHERE status = 'ended';
CREATE INDEX streams_past_by_watched ON streams (streamer_id, watched_seconds, id) WHERE status = 'ended';

-- The streams of an event.
CREATE INDEX streams_of_events ON streams (gate_id, started_at DESC) WHERE gate_kind = 'event';

-- How admins find and sort streams. Titles have an index of ended streams only: live ones are few, and their rows
-- change every few seconds, which would change the index each time.
CREATE INDEX streams_live_by_viewers ON streams (current_viewers, id) WHERE status = 'live';
CREATE INDEX streams_by_end ON streams (ended_at);
CREATE INDEX streams_past_by_title ON streams USING gin (title gin_trgm_ops) WHERE status = 'ended';
CREATE INDEX streams_hidden ON streams (id) WHERE hidden_at IS NOT NULL;
CREATE INDEX streams_by_hider ON streams (hidden_by) WHERE hidden_by IS NOT NULL;

-- streamer_data.total_views is the sum of the views of the channel's streams, whatever writes them.
CREATE FUNCTION count_views() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE streamer_data
  SET total_views = total_views + NEW.views - CASE WHEN TG_OP = 'UPDATE' THEN OLD.views ELSE 0 END
  WHERE user_id = NEW.streamer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER streams_count_new_views AFTER INSERT ON streams
  FOR EACH ROW WHEN (NEW.views > 0) EXECUTE FUNCTION count_views();
CREATE TRIGGER streams_count_views AFTER UPDATE OF views ON streams
  FOR EACH ROW WHEN (NEW.views <> OLD.views) EXECUTE FUNCTION count_views();

-- Slugs of a stream from before its title changed. They lead to it for good.
CREATE TABLE stream_former_slugs (
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  slug text NOT NULL,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  PRIMARY KEY (streamer_id, slug)
);
CREATE INDEX stream_former_slugs_by_stream ON stream_former_slugs (stream_id);

-- Viewers and bitrate minute by minute, for charts. Old rows are deleted.
CREATE TABLE stream_samples (
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  -- A whole minute.
  at timestamptz NOT NULL,
  viewers integer NOT NULL CHECK (viewers >= 0),
  -- Null during an interruption.
  bitrate_kbps integer CHECK (bitrate_kbps >= 0),
  PRIMARY KEY (stream_id, at)
);
CREATE INDEX stream_samples_by_age ON stream_samples (at);
