ALTER TABLE chat_settings
  -- What happens to messages that a filter or a blocked word of the channel matches.
  ADD COLUMN filtered text NOT NULL DEFAULT 'refuse' CHECK (filtered IN ('hold', 'refuse'));

-- Messages that wait for a moderator, who releases or refuses them. Released ones become messages of the chat.
CREATE TABLE chat_held_messages (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- As in chat_messages.
  client_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('message', 'action')),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 500),
  reply_to bigint CHECK (reply_to > 0),
  matched text NOT NULL CHECK (matched IN ('blocked_word', 'links', 'caps', 'repetition')),
  held_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Its author sees that it was refused.
  refused_at timestamptz(3),
  UNIQUE (author_id, stream_id, client_id)
);
CREATE INDEX chat_held_messages_waiting ON chat_held_messages (stream_id, held_at) WHERE refused_at IS NULL;
CREATE INDEX chat_held_messages_by_age ON chat_held_messages (held_at);
