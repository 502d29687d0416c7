-- The message that everybody sees above a chat. Reads leave it out once it is deleted or the stream has ended.
CREATE TABLE chat_pins (
  stream_id uuid PRIMARY KEY,
  number bigint NOT NULL,
  pinned_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- Null: until the stream ends.
  until timestamptz(3),
  FOREIGN KEY (stream_id, number) REFERENCES chat_messages (stream_id, number) ON DELETE CASCADE
);
CREATE INDEX chat_pins_by_moderator ON chat_pins (pinned_by);

-- Moderators have cleared the chat: messages up to this number are deleted, and no longer listed as such.
ALTER TABLE chat_rooms ADD COLUMN cleared_up_to bigint NOT NULL DEFAULT 0;
