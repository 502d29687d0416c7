-- Notifications (spec section 3), the browsers that want them pushed, and what keeps news from coming twice.

CREATE TABLE notifications (
  -- UUIDv7: the order of ids is the order of time.
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('follower', 'stream_live', 'donation', 'comment', 'other')),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  message text NOT NULL CHECK (char_length(message) <= 1000),
  read boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Where it leads: a path of the web app, never another site.
  href text CHECK (href ~ '^/([^/\\]|$)' AND char_length(href) <= 300),
  -- Whose doing it was; what they leave here goes with their account.
  actor_id uuid REFERENCES profiles (id) ON DELETE CASCADE,
  -- One of a kind for one person: work that is done again after a crash tells nobody twice.
  dedupe_key text CHECK (char_length(dedupe_key) BETWEEN 1 AND 120)
);
CREATE INDEX notifications_newest ON notifications (user_id, id DESC);
-- The badge counts at most ten of these.
CREATE INDEX notifications_unread ON notifications (user_id) WHERE NOT read;
CREATE UNIQUE INDEX notifications_once ON notifications (user_id, dedupe_key) WHERE dedupe_key IS NOT NULL;
CREATE INDEX notifications_by_actor ON notifications (actor_id) WHERE actor_id IS NOT NULL;

-- The last time a streamer's followers were told that they are live, and how far the telling has come.
CREATE TABLE live_announcements (
  streamer_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  announced_at timestamptz NOT NULL,
  -- The last follower told, in the order of their ids.
  told_up_to uuid
);
CREATE INDEX live_announcements_by_stream ON live_announcements (stream_id);

-- A browser that shows notifications while no page is open (RFC 8030, RFC 8291).
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Goes with the session it was made in: a browser that is signed out is told nothing more.
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE CHECK (char_length(endpoint) <= 1000),
  p256dh text NOT NULL CHECK (char_length(p256dh) <= 100),
  auth text NOT NULL CHECK (char_length(auth) <= 40),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, created_at);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);

-- The instance's one key pair for push services (RFC 8292); the private one sealed.
CREATE TABLE push_keys (
  -- There is one row at most.
  sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
