-- How creators ask for donations, and how their streams show them. A channel without a row has the defaults of the
-- application.
CREATE TABLE donation_pages (
  creator_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  is_open boolean NOT NULL,
  shows_recent boolean NOT NULL,
  presets_cents integer[] NOT NULL CHECK (cardinality(presets_cents) BETWEEN 1 AND 6),
  goal_title text CHECK (char_length(goal_title) BETWEEN 1 AND 80),
  goal_cents bigint CHECK (goal_cents > 0),
  -- Donations count from here on.
  goal_started_at timestamptz(3),
  goal_ends_at timestamptz(3),
  CHECK ((goal_title IS NULL) = (goal_cents IS NULL) AND (goal_title IS NULL) = (goal_started_at IS NULL)),
  CHECK (goal_ends_at IS NULL OR goal_title IS NOT NULL)
);

CREATE TABLE donation_overlays (
  creator_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  -- Each address of the overlay contains a code for one version, so that raising it makes the address invalid.
  version integer NOT NULL CHECK (version > 0),
  -- How alerts look and sound.
  settings jsonb NOT NULL
);

ALTER TABLE donations
  -- The creator hides the message from the page of the stream and from lists.
  ADD COLUMN is_message_hidden boolean NOT NULL DEFAULT false;
-- What counts for a goal.
CREATE INDEX donations_by_recipient_and_time ON donations (recipient_id, created_at)
  INCLUDE (amount, refunded_amount) WHERE status = 'completed';
