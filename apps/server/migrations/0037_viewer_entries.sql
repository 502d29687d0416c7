-- The ways in which viewers came to streams and recordings: browsers that watched for ten seconds, each once a day. No row names a
-- browser, an account or an address.
CREATE TABLE stream_entries (
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  -- UTC.
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN (
    'home', 'discover', 'search', 'channel', 'stream', 'notification', 'raid', 'other', 'embed', 'external', 'direct')),
  -- The site that links to the stream or embeds it. Empty: unknown, or one of those beyond the limit for a stream.
  host text NOT NULL DEFAULT '' CHECK (char_length(host) <= 100 AND (host = '' OR kind IN ('embed', 'external'))),
  viewers integer NOT NULL CHECK (viewers > 0),
  PRIMARY KEY (stream_id, day, kind, host)
);
-- Finds what is too old.
CREATE INDEX stream_entries_by_day ON stream_entries (day);

-- The number of browsers that watched each minute of a stream.
CREATE TABLE stream_minutes (
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  -- Watched while it was live, rather than from the recording.
  is_live boolean NOT NULL,
  -- The minute counts from the start of the stream.
  minute integer NOT NULL CHECK (minute BETWEEN 0 AND 1439),
  -- The number of those for whom it was the first minute.
  started integer NOT NULL CHECK (started >= 0),
  watched integer NOT NULL CHECK (watched >= 0),
  PRIMARY KEY (stream_id, is_live, minute)
);

-- Finds the payments to a creator within a period, such as during each of their streams.
CREATE INDEX charges_by_creator_and_capture ON charges (creator_id, captured_at);
