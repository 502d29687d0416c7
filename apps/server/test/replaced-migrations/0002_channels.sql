-- What makes a user a streamer (spec sections 3 and 4: streamer_data).

CREATE TABLE streamer_data (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  -- Minor units.
  total_earnings bigint NOT NULL DEFAULT 0,
  total_views bigint NOT NULL DEFAULT 0 CHECK (total_views >= 0),
  total_donations bigint NOT NULL DEFAULT 0,
  -- The channel's own ingest address; null: the instance's, from its configuration.
  rtmp_key text,
  -- Encrypted under a key that is not in the database.
  stream_key text NOT NULL,
  -- SHA-256 of the plain key: an encoder is found by it.
  stream_key_hash bytea NOT NULL UNIQUE CHECK (octet_length(stream_key_hash) = 32),
  stream_key_created_at timestamptz NOT NULL DEFAULT now(),
  is_verified boolean NOT NULL DEFAULT false,
  verification_badge_url text,
  -- What the next broadcast starts with; null: nothing chosen yet.
  stream_title text CHECK (char_length(stream_title) BETWEEN 1 AND 140),
  stream_category text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
