-- Channels: what makes a user a streamer.

-- One row for each channel. Its name and avatar are those of the profile.
CREATE TABLE streamer_data (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,

  -- The ingest address of the channel alone; null: that of the instance.
  rtmp_key text,
  -- Encrypted.
  stream_key text NOT NULL,
  -- SHA-256 of the key, by which the channel of an encoder is found.
  stream_key_hash bytea NOT NULL UNIQUE CHECK (octet_length(stream_key_hash) = 32),
  -- The key before it was replaced, so that the streamer learns that an encoder still uses it.
  previous_stream_key_hash bytea,
  stream_key_created_at timestamptz NOT NULL DEFAULT now(),

  is_verified boolean NOT NULL DEFAULT false,
  verification_badge_url text,

  -- The details that the next stream starts with. Null: not chosen yet.
  stream_title text CHECK (char_length(stream_title) BETWEEN 1 AND 140),
  stream_category text,
  stream_tags text[] NOT NULL DEFAULT '{}' CHECK (
    cardinality(stream_tags) <= 8 AND array_position(stream_tags, NULL) IS NULL
    AND char_length(array_to_string(stream_tags, '')) <= 192
  ),
  stream_is_mature boolean NOT NULL DEFAULT false,
  stream_thumbnail_url text,
  -- The gate of the streams that the channel starts; see streams.gate_kind.
  stream_gate_kind text CHECK (stream_gate_kind IN ('event', 'subscribers')),
  stream_gate_id uuid,
  -- The gate that the channel returns to when an event is over, whose gate takes its place meanwhile.
  regular_gate_kind text CHECK (regular_gate_kind IN ('event', 'subscribers')),
  regular_gate_id uuid,

  -- The sums of its streams and of its rows of daily_earnings. Earnings are after fees, donations before them.
  total_views bigint NOT NULL DEFAULT 0 CHECK (total_views >= 0),
  total_earnings bigint NOT NULL DEFAULT 0,
  total_donations bigint NOT NULL DEFAULT 0,

  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT streamer_data_gate_check CHECK ((stream_gate_kind IS NULL) = (stream_gate_id IS NULL)),
  CONSTRAINT streamer_data_regular_gate_check CHECK ((regular_gate_kind IS NULL) = (regular_gate_id IS NULL))
);
CREATE INDEX streamer_data_by_previous_key ON streamer_data (previous_stream_key_hash);

-- Streamers ask admins to verify their channel.
CREATE TABLE verification_requests (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  submitted_at timestamptz NOT NULL DEFAULT now(),
  reviewed_at timestamptz,
  -- Null: the admin's account was deleted, or the command line decided.
  reviewed_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- The streamer reads them, too.
  admin_notes text CHECK (char_length(admin_notes) BETWEEN 1 AND 2000),
  social_media_links jsonb NOT NULL CHECK (
    jsonb_typeof(social_media_links) = 'array' AND jsonb_array_length(social_media_links) BETWEEN 1 AND 8
  ),
  CHECK ((status = 'pending') = (reviewed_at IS NULL)),
  CHECK (reviewed_by IS NULL OR reviewed_at IS NOT NULL)
);
CREATE UNIQUE INDEX verification_requests_one_pending ON verification_requests (user_id) WHERE status = 'pending';
CREATE INDEX verification_requests_by_user ON verification_requests (user_id, id);
CREATE INDEX verification_requests_by_status ON verification_requests (status, id);
CREATE INDEX verification_requests_by_reviewer ON verification_requests (reviewed_by) WHERE reviewed_by IS NOT NULL;
