-- Raids: the viewers of a stream move to that of another channel.
CREATE TABLE chat_raids (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  target_stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'departed', 'canceled')),
  started_at timestamptz(3) NOT NULL,
  departs_at timestamptz(3) NOT NULL,
  -- Viewers who asked not to move.
  staying integer NOT NULL DEFAULT 0,
  -- How many moved.
  viewers integer CHECK (viewers >= 0),
  CHECK (stream_id <> target_stream_id),
  CHECK ((viewers IS NOT NULL) = (state = 'departed'))
);
CREATE UNIQUE INDEX chat_raids_pending ON chat_raids (stream_id) WHERE state = 'pending';
CREATE INDEX chat_raids_by_stream ON chat_raids (stream_id, started_at);
CREATE INDEX chat_raids_by_target ON chat_raids (target_stream_id);

ALTER TABLE chat_settings
  -- Whose raids the channel takes.
  ADD COLUMN raids text NOT NULL DEFAULT 'everyone' CHECK (raids IN ('everyone', 'followed', 'nobody'));
