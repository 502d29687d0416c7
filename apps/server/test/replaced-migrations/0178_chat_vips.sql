-- People who write in the chats of a channel without waiting, following or subscribing. They moderate nothing, and so
-- have a table of their own, in which no question about moderators finds them.
CREATE TABLE chat_vips (
  channel_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  added_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (channel_id, user_id),
  CHECK (channel_id <> user_id)
);
CREATE INDEX chat_vips_by_user ON chat_vips (user_id);

ALTER TABLE chat_settings
  -- Only moderators see who has the chat open; others see how many.
  ADD COLUMN hides_viewers boolean NOT NULL DEFAULT false;
