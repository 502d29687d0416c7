-- Comments below recordings. They are deleted with their recording.

-- Comments, and replies to them.
CREATE TABLE comments (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  author_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- The comment that a reply belongs to. Replies are one level deep.
  parent_id uuid REFERENCES comments (id) ON DELETE CASCADE,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  edited_at timestamptz(3),
  -- The filter for which it waits for a moderator. Null: it is shown.
  held_for text CHECK (held_for IN ('blocked_word', 'links', 'caps', 'repetition')),
  -- The number of rows in comment_likes, which the order of the best comments reads.
  likes integer NOT NULL DEFAULT 0 CHECK (likes >= 0),
  CHECK (parent_id <> id)
);
CREATE INDEX comments_by_time ON comments (stream_id, id) WHERE parent_id IS NULL;
CREATE INDEX comments_by_likes ON comments (stream_id, likes, id) WHERE parent_id IS NULL;
CREATE INDEX comments_by_parent ON comments (parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_held ON comments (stream_id, id) WHERE held_for IS NOT NULL;
CREATE INDEX comments_by_stream ON comments (stream_id);
CREATE INDEX comments_by_author ON comments (author_id, id);

-- The people who like a comment.
CREATE TABLE comment_likes (
  comment_id uuid NOT NULL REFERENCES comments (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  liked_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (comment_id, user_id)
);
CREATE INDEX comment_likes_by_user ON comment_likes (user_id);

-- Whether the recordings of a channel take comments. A channel without a row takes them.
CREATE TABLE comment_settings (
  channel_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  is_on boolean NOT NULL
);

-- Recordings that take no comments although their channel does.
CREATE TABLE comments_off (
  stream_id uuid PRIMARY KEY REFERENCES streams (id) ON DELETE CASCADE
);

-- Comments can be reported.
ALTER TABLE report_cases DROP CONSTRAINT report_cases_kind_check;
ALTER TABLE report_cases ADD CONSTRAINT report_cases_kind_check
  CHECK (kind IN ('profile', 'stream', 'clip', 'message', 'comment', 'event', 'donation'));
