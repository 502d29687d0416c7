-- Follows of channels, and people whom others have blocked.

-- A channel is followed; accounts without one cannot be.
CREATE TABLE follows (
  follower_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  streamer_id uuid NOT NULL REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (follower_id, streamer_id),
  CHECK (follower_id <> streamer_id)
);
-- The followers of a channel in the order of their ids: notifications reach them in batches.
CREATE INDEX follows_by_streamer ON follows (streamer_id, follower_id);
CREATE INDEX follows_by_streamer_newest ON follows (streamer_id, created_at DESC);
CREATE INDEX follows_by_follower_newest ON follows (follower_id, created_at DESC, streamer_id DESC);

-- How many follow a channel. The triggers below keep it exact, so that showing a profile does not count a million
-- rows. No row: no followers yet.
CREATE TABLE follower_counts (
  streamer_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  followers integer NOT NULL CHECK (followers >= 0)
);

-- They run once for each statement, so that deleting an account with a thousand follows changes each channel once.
-- Rows are locked in the order of their ids, so that two such statements cannot wait for each other.
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

-- A blocked person cannot follow the blocker, who does not see that person's chat messages.
CREATE TABLE user_blocks (
  blocker_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (blocker_id, blocked_id),
  CHECK (blocker_id <> blocked_id)
);
CREATE INDEX user_blocks_by_blocked ON user_blocks (blocked_id);
