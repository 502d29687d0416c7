-- People who moderate the chat of a channel, besides its streamer and the admins.
CREATE TABLE chat_moderators (
  channel_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  added_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (channel_id, user_id),
  CHECK (channel_id <> user_id)
);
CREATE INDEX chat_moderators_by_user ON chat_moderators (user_id);

-- People who may not write in the chat of a channel, for a while or for good.
CREATE TABLE chat_bans (
  channel_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Null: for good.
  until timestamptz(3),
  reason text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 200),
  banned_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  banned_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (channel_id, user_id),
  CHECK (channel_id <> user_id)
);
CREATE INDEX chat_bans_by_user ON chat_bans (user_id);
CREATE INDEX chat_bans_by_moderator ON chat_bans (banned_by);
