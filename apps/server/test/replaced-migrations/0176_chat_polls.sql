-- Questions of moderators to those in a chat.
CREATE TABLE chat_polls (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES chat_rooms (stream_id) ON DELETE CASCADE,
  question text NOT NULL CHECK (char_length(question) BETWEEN 1 AND 100),
  options text[] NOT NULL CHECK (cardinality(options) BETWEEN 2 AND 6),
  started_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Nobody can vote from then on.
  ends_at timestamptz(3) NOT NULL,
  -- When the votes were counted and the chat was told.
  closed_at timestamptz(3),
  CHECK (ends_at >= started_at)
);
CREATE UNIQUE INDEX chat_polls_open ON chat_polls (stream_id) WHERE closed_at IS NULL;
CREATE INDEX chat_polls_by_stream ON chat_polls (stream_id, started_at DESC);
CREATE INDEX chat_polls_by_moderator ON chat_polls (started_by);
CREATE INDEX chat_polls_by_age ON chat_polls (started_at);

CREATE TABLE chat_poll_votes (
  poll_id uuid NOT NULL REFERENCES chat_polls (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- From 0.
  option smallint NOT NULL CHECK (option BETWEEN 0 AND 5),
  voted_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (poll_id, user_id)
);
CREATE INDEX chat_poll_votes_by_option ON chat_poll_votes (poll_id, option);
CREATE INDEX chat_poll_votes_by_user ON chat_poll_votes (user_id);
