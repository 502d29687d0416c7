-- Whom people have blocked.
CREATE TABLE user_blocks (
  blocker_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (blocker_id, blocked_id),
  CHECK (blocker_id <> blocked_id)
);
CREATE INDEX user_blocks_by_blocked ON user_blocks (blocked_id);
