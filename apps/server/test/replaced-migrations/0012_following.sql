-- What a viewer keeps: whom they follow, what they saved and watched, and how they like things.

CREATE TABLE follows (
  follower_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Channels are followed, not people without one.
  streamer_id uuid NOT NULL REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  -- Milliseconds, as the program keeps time: a page ends exactly where its cursor says.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (follower_id, streamer_id),
  CHECK (follower_id <> streamer_id)
);
-- A channel's followers in the order of their ids: news goes out to them in batches.
CREATE INDEX follows_by_streamer ON follows (streamer_id, follower_id);
CREATE INDEX follows_by_streamer_newest ON follows (streamer_id, created_at DESC);
CREATE INDEX follows_by_follower_newest ON follows (follower_id, created_at DESC, streamer_id DESC);

-- How many follow a channel, kept exactly by the triggers below: counting a million rows on each
-- view of a profile would not do. No row: nobody yet.
CREATE TABLE follower_counts (
  streamer_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  followers integer NOT NULL CHECK (followers >= 0)
);

-- Once a statement, so that a deleted account's thousand follows change each channel once; rows are
-- taken in the order of their ids, so that two such statements cannot wait for each other.
CREATE FUNCTION count_followers_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO follower_counts AS c (streamer_id, followers)
    SELECT streamer_id, count(*) FROM added GROUP BY streamer_id ORDER BY streamer_id
    ON CONFLICT (streamer_id) DO UPDATE SET followers = c.followers + excluded.followers;
  RETURN NULL;
END $$;
CREATE TRIGGER follows_added AFTER INSERT ON follows
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_followers_added();

CREATE FUNCTION count_followers_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM follower_counts
    WHERE streamer_id IN (SELECT streamer_id FROM removed) ORDER BY streamer_id FOR UPDATE;
  UPDATE follower_counts AS c SET followers = c.followers - r.gone
    FROM (SELECT streamer_id, count(*) AS gone FROM removed GROUP BY streamer_id) AS r
    WHERE c.streamer_id = r.streamer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER follows_removed AFTER DELETE ON follows
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_followers_removed();

-- Streams that somebody keeps to find them again.
CREATE TABLE saved_streams (
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, stream_id)
);
CREATE INDEX saved_streams_newest ON saved_streams (user_id, created_at DESC, stream_id DESC);
CREATE INDEX saved_streams_by_stream ON saved_streams (stream_id);

-- What somebody watched while signed in, as their player reported it; one row a broadcast.
CREATE TABLE watch_history (
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  first_watched_at timestamptz(3) NOT NULL,
  last_watched_at timestamptz(3) NOT NULL,
  seconds_watched integer NOT NULL DEFAULT 0 CHECK (seconds_watched >= 0),
  PRIMARY KEY (user_id, stream_id),
  CHECK (last_watched_at >= first_watched_at)
);
CREATE INDEX watch_history_newest ON watch_history (user_id, last_watched_at DESC, stream_id DESC);
CREATE INDEX watch_history_by_stream ON watch_history (stream_id);

-- How somebody likes things on every device. No row: everything as packages/contracts has it by default.
CREATE TABLE preferences (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  autoplay boolean NOT NULL,
  low_data boolean NOT NULL,
  -- The tallest picture to play, in lines; null: the best that fits.
  max_height smallint CHECK (max_height IN (360, 480, 720, 1080)),
  theme text NOT NULL CHECK (theme IN ('system', 'dark', 'light')),
  peer_to_peer boolean NOT NULL,
  history_paused boolean NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- By which ways somebody wants to hear of what; no row: the default of that type.
CREATE TABLE notification_preferences (
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('follower', 'stream_live', 'donation', 'comment', 'other')),
  in_app boolean NOT NULL,
  web_push boolean NOT NULL,
  mail boolean NOT NULL,
  PRIMARY KEY (user_id, type)
);
