-- What the streamer and the moderators of a channel demand of those who write in its chats. No row: nothing.
CREATE TABLE chat_settings (
  channel_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  -- 0: off.
  slow_seconds integer NOT NULL DEFAULT 0 CHECK (slow_seconds BETWEEN 0 AND 3600),
  -- How long people must have followed the channel; null: they need not follow it.
  followers_minutes integer CHECK (followers_minutes BETWEEN 0 AND 129600),
  subscribers_only boolean NOT NULL DEFAULT false,
  emote_only boolean NOT NULL DEFAULT false,
  unique_messages boolean NOT NULL DEFAULT false,
  filters text[] NOT NULL DEFAULT '{}' CHECK (filters <@ ARRAY['links', 'caps', 'repetition', 'flood']),
  blocked_words text[] NOT NULL DEFAULT '{}',
  -- What happens to messages that a filter or a blocked word matches.
  filtered text NOT NULL DEFAULT 'hold' CHECK (filtered IN ('hold', 'refuse'))
);

CREATE INDEX chat_bans_by_time ON chat_bans (channel_id, banned_at, user_id);
