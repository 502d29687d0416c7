-- The chat of each stream: messages, what moderators do, and what channels allow. A stream's chat is replayed beside
-- its recording and clips.

-- The chat of a stream that has one. The row is locked while a message gets its number.
CREATE TABLE chat_rooms (
  stream_id uuid PRIMARY KEY REFERENCES streams (id) ON DELETE CASCADE,
  last_number bigint NOT NULL DEFAULT 0 CHECK (last_number >= 0),
  -- Moderators have cleared the chat: messages up to this number are deleted, and no longer listed as such.
  cleared_up_to bigint NOT NULL DEFAULT 0
);

-- Messages, and lines that the server writes.
CREATE TABLE chat_messages (
  stream_id uuid NOT NULL REFERENCES chat_rooms (stream_id) ON DELETE CASCADE,
  -- From 1 without gaps, in the order of commits.
  number bigint NOT NULL CHECK (number > 0),
  author_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Chosen by the sender, so that a message that is sent again is stored once.
  client_id uuid NOT NULL,
  -- 'action': what the author does (/me). 'system': what the server reports on behalf of the author.
  kind text NOT NULL DEFAULT 'message' CHECK (kind IN ('message', 'action', 'announcement', 'system')),
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 500),
  -- The author's roles in the channel at that time.
  badges text[] NOT NULL DEFAULT '{}',
  -- The message of the same stream that this one answers. It may have been deleted since.
  reply_to bigint CHECK (reply_to < number),
  -- The emotes of the message, of which some may have been deleted since.
  emote_ids uuid[] NOT NULL DEFAULT '{}',
  -- The payment that a system message celebrates.
  support text CHECK (support IN ('donation', 'subscription', 'gift')),
  -- The donation that it reports. Its text is read from there, so that a refund or a hidden text counts at once.
  donation_id uuid REFERENCES donations (id) ON DELETE CASCADE,
  -- The title and description of the page of its first link (linkPreview in contracts). Deleted with the message.
  preview jsonb,
  sent_at timestamptz(3) NOT NULL DEFAULT now(),
  deleted_at timestamptz(3),
  PRIMARY KEY (stream_id, number),
  CHECK (preview IS NULL OR deleted_at IS NULL)
);
CREATE UNIQUE INDEX chat_messages_by_author ON chat_messages (author_id, stream_id, client_id);
-- For the replay, which begins at any time.
CREATE INDEX chat_messages_by_time ON chat_messages (stream_id, sent_at, number);
-- For the job that deletes old messages.
CREATE INDEX chat_messages_by_age ON chat_messages (sent_at);
CREATE INDEX chat_messages_by_donation ON chat_messages (donation_id) WHERE donation_id IS NOT NULL;

-- Messages that a filter or a blocked word matched, and that wait for a moderator. Released ones become messages of
-- the chat.
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
  -- The author sees that it was refused.
  refused_at timestamptz(3),
  UNIQUE (author_id, stream_id, client_id)
);
CREATE INDEX chat_held_messages_waiting ON chat_held_messages (stream_id, held_at) WHERE refused_at IS NULL;
CREATE INDEX chat_held_messages_by_age ON chat_held_messages (held_at);

-- The message that stands above a chat. It is not shown once it is deleted or the stream has ended.
CREATE TABLE chat_pins (
  stream_id uuid PRIMARY KEY,
  number bigint NOT NULL,
  pinned_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- Null: until the stream ends.
  until timestamptz(3),
  FOREIGN KEY (stream_id, number) REFERENCES chat_messages (stream_id, number) ON DELETE CASCADE
);
CREATE INDEX chat_pins_by_moderator ON chat_pins (pinned_by);

-- Polls that moderators start in a chat.
CREATE TABLE chat_polls (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES chat_rooms (stream_id) ON DELETE CASCADE,
  question text NOT NULL CHECK (char_length(question) BETWEEN 1 AND 100),
  options text[] NOT NULL CHECK (cardinality(options) BETWEEN 2 AND 6),
  started_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Votes are refused from then on.
  ends_at timestamptz(3) NOT NULL,
  -- When the votes were counted and the chat was told.
  closed_at timestamptz(3),
  CHECK (ends_at >= started_at)
);
CREATE UNIQUE INDEX chat_polls_open ON chat_polls (stream_id) WHERE closed_at IS NULL;
CREATE INDEX chat_polls_by_stream ON chat_polls (stream_id, started_at DESC);
CREATE INDEX chat_polls_by_moderator ON chat_polls (started_by);
CREATE INDEX chat_polls_by_age ON chat_polls (started_at);

-- One vote for each person.
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

-- Raids: the viewers of a stream move to that of another channel. Every process sets a timer for the departure; the
-- first one marks the raid as departed.
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

-- The rules of a channel's chats.
CREATE TABLE chat_settings (
  channel_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  -- 0: off.
  slow_seconds integer NOT NULL DEFAULT 0 CHECK (slow_seconds BETWEEN 0 AND 3600),
  -- How long people must have followed the channel. Null: they need not follow it.
  followers_minutes integer CHECK (followers_minutes BETWEEN 0 AND 129600),
  subscribers_only boolean NOT NULL DEFAULT false,
  emote_only boolean NOT NULL DEFAULT false,
  unique_messages boolean NOT NULL DEFAULT false,
  filters text[] NOT NULL DEFAULT '{}' CHECK (filters <@ ARRAY['links', 'caps', 'repetition', 'flood']),
  blocked_words text[] NOT NULL DEFAULT '{}',
  -- The treatment of messages that a filter or a blocked word of the channel matches.
  filtered text NOT NULL DEFAULT 'refuse' CHECK (filtered IN ('hold', 'refuse')),
  -- The channels whose raids it takes: all, those that it follows, or none.
  raids text NOT NULL DEFAULT 'everyone' CHECK (raids IN ('everyone', 'followed', 'nobody')),
  -- Only moderators see who has the chat open; others see how many.
  hides_viewers boolean NOT NULL DEFAULT false,
  -- Whether messages show previews of links, where the instance allows it.
  link_previews boolean NOT NULL DEFAULT false
);

-- People who moderate the chats of a channel, besides its streamer and the admins.
CREATE TABLE chat_moderators (
  channel_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- The powers that the streamer gives them: over messages and people, over what all viewers see in the chat, over
  -- raids.
  powers text[] NOT NULL DEFAULT '{people,room,raids}' CHECK (powers <@ ARRAY['people', 'room', 'raids']),
  added_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (channel_id, user_id),
  CHECK (channel_id <> user_id)
);
CREATE INDEX chat_moderators_by_user ON chat_moderators (user_id);

-- People who write in the chats of a channel without waiting, following or subscribing. They moderate nothing, so
-- they have a table of their own, which no check for moderators reads.
CREATE TABLE chat_vips (
  channel_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  added_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (channel_id, user_id),
  CHECK (channel_id <> user_id)
);
CREATE INDEX chat_vips_by_user ON chat_vips (user_id);

-- People who may not write in the chats of a channel, and the appeal of each against that ban.
CREATE TABLE chat_bans (
  channel_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Null: for good.
  until timestamptz(3),
  reason text NOT NULL DEFAULT '' CHECK (char_length(reason) <= 200),
  banned_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  banned_at timestamptz(3) NOT NULL DEFAULT now(),
  appeal text CHECK (char_length(appeal) BETWEEN 10 AND 1000),
  appealed_at timestamptz(3),
  -- A granted appeal ends the ban, so a reply means that it stays. Empty: refused without words.
  appeal_reply text CHECK (char_length(appeal_reply) <= 500),
  PRIMARY KEY (channel_id, user_id),
  CHECK (channel_id <> user_id),
  CHECK ((appeal IS NULL) = (appealed_at IS NULL)),
  CHECK (appeal IS NOT NULL OR appeal_reply IS NULL)
);
CREATE INDEX chat_bans_by_user ON chat_bans (user_id);
CREATE INDEX chat_bans_by_moderator ON chat_bans (banned_by);
CREATE INDEX chat_bans_by_time ON chat_bans (channel_id, banned_at, user_id);
CREATE INDEX chat_bans_appealed ON chat_bans (channel_id, appealed_at)
  WHERE appeal IS NOT NULL AND appeal_reply IS NULL;

-- Images of a channel that people write as :name: in its chats.
CREATE TABLE chat_emotes (
  id uuid PRIMARY KEY,
  channel_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Never changes: messages refer to emotes by their id and contain the name.
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9_]{1,19}$'),
  -- Null: rejected, and the file is deleted.
  image_url text,
  -- Subscribers of this tier, or of one that costs at least as much, may use it. Null: everybody.
  tier_id uuid REFERENCES subscription_tiers (id) ON DELETE SET NULL,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  added_at timestamptz(3) NOT NULL DEFAULT now(),
  decided_at timestamptz(3),
  decided_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- Why it was rejected, for the streamer.
  reason text CHECK (char_length(reason) <= 500),
  UNIQUE (channel_id, name),
  CHECK ((status = 'rejected') = (image_url IS NULL))
);
CREATE INDEX chat_emotes_by_status ON chat_emotes (status, id);
CREATE INDEX chat_emotes_by_tier ON chat_emotes (tier_id) WHERE tier_id IS NOT NULL;
CREATE INDEX chat_emotes_by_admin ON chat_emotes (decided_by) WHERE decided_by IS NOT NULL;
