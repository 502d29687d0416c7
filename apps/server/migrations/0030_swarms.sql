-- Whether viewers of a channel may give its streams to each other. A channel without a row follows the instance.
CREATE TABLE channel_swarms (
  user_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  policy text NOT NULL CHECK (policy IN ('off', 'ask', 'on'))
);

-- Media bytes that peers of a stream report, in sum.
CREATE TABLE stream_swarms (
  stream_id uuid PRIMARY KEY REFERENCES streams (id) ON DELETE CASCADE,
  from_peers bigint NOT NULL DEFAULT 0 CHECK (from_peers >= 0),
  from_origin bigint NOT NULL DEFAULT 0 CHECK (from_origin >= 0),
  given bigint NOT NULL DEFAULT 0 CHECK (given >= 0),
  -- The most peers at once that one process has counted.
  peak_peers integer NOT NULL DEFAULT 0 CHECK (peak_peers >= 0),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX stream_swarms_updated ON stream_swarms (updated_at);
