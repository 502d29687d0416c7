-- The chat of each stream that has one. Its row is locked while a message gets its number.
CREATE TABLE chat_rooms (
  stream_id uuid PRIMARY KEY REFERENCES streams (id) ON DELETE CASCADE,
  last_number bigint NOT NULL DEFAULT 0 CHECK (last_number >= 0)
);

CREATE TABLE chat_messages (
  stream_id uuid NOT NULL REFERENCES chat_rooms (stream_id) ON DELETE CASCADE,
  -- From 1 without gaps, in the order of commits.
  number bigint NOT NULL CHECK (number > 0),
  author_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Chosen by the sender, so that a message that is sent again is stored once.
  client_id uuid NOT NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 500),
  -- What the author was in the channel at that time.
  badges text[] NOT NULL DEFAULT '{}',
  sent_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  PRIMARY KEY (stream_id, number)
);
CREATE UNIQUE INDEX chat_messages_by_author ON chat_messages (author_id, stream_id, client_id);
CREATE INDEX chat_messages_by_age ON chat_messages (sent_at);

ALTER TABLE instance_settings
  -- 0: messages are kept as long as their stream.
  ADD COLUMN chat_retention_days integer NOT NULL DEFAULT 365 CHECK (chat_retention_days >= 0);
