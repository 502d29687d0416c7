-- Notifications in the bell, by web push and by email.

-- One row for each notification of a person. It is also what keeps the same news from being sent twice, so it exists
-- where the person wants it pushed or mailed only.
CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('follower', 'stream_live', 'donation', 'comment', 'other')),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  message text NOT NULL CHECK (char_length(message) <= 1000),
  -- A path of the web app that it leads to, never another site.
  href text CHECK (href ~ '^/([^/\\]|$)' AND char_length(href) <= 300),
  -- The person who caused it. It is deleted with their account.
  actor_id uuid REFERENCES profiles (id) ON DELETE CASCADE,
  -- Unique for each person, so that a job that runs again after a crash notifies once.
  dedupe_key text CHECK (char_length(dedupe_key) BETWEEN 1 AND 120),
  -- Whether the bell shows it.
  listed boolean NOT NULL DEFAULT true,
  read boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX notifications_newest ON notifications (user_id, id DESC) WHERE listed;
CREATE INDEX notifications_unread ON notifications (user_id) WHERE listed AND NOT read;
CREATE UNIQUE INDEX notifications_once ON notifications (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL;
CREATE INDEX notifications_by_actor ON notifications (actor_id) WHERE actor_id IS NOT NULL;
-- For the job that deletes old ones, those that were read sooner than the others.
CREATE INDEX notifications_by_age ON notifications (read, created_at);

-- How a person wants to be notified of each type. Without a row, the default of the type holds.
CREATE TABLE notification_preferences (
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('follower', 'stream_live', 'donation', 'comment', 'other')),
  in_app boolean NOT NULL,
  web_push boolean NOT NULL,
  mail boolean NOT NULL,
  PRIMARY KEY (user_id, type)
);

-- The last time that a streamer's followers were notified of a live stream, and how far that has come.
CREATE TABLE live_announcements (
  streamer_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  announced_at timestamptz NOT NULL,
  -- The last follower who was notified, in the order of their ids.
  notified_up_to uuid
);
CREATE INDEX live_announcements_by_stream ON live_announcements (stream_id);

-- Browsers that show notifications while no page is open (RFC 8030, RFC 8291).
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- It is deleted with the session that it was made in, so that a browser that is signed out gets no notifications.
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE CHECK (char_length(endpoint) <= 1000),
  p256dh text NOT NULL CHECK (char_length(p256dh) <= 100),
  auth text NOT NULL CHECK (char_length(auth) <= 40),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, created_at);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);

-- The key pair that identifies the instance to push services (RFC 8292).
CREATE TABLE push_keys (
  -- Lets the table have one row.
  sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
  public_key text NOT NULL,
  -- Encrypted.
  private_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
