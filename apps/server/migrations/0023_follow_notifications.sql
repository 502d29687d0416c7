-- The notifications that a follower gets of a channel: of its streams and events, of its streams only, or none. They
-- narrow what the preferences of the follower allow.
ALTER TABLE follows
  ADD COLUMN notifications text NOT NULL DEFAULT 'all' CHECK (notifications IN ('all', 'live', 'none'));
