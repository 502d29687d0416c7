-- When the user of a session last confirmed who they are, which endpoints that move money require.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz;
