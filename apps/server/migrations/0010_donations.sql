-- Donations to channels, how creators ask for them, and the browser source that shows them.

-- A donation is a charge with what its donor said. Its status and what was refunded follow the charge.
CREATE TABLE donations (
  id uuid PRIMARY KEY,
  charge_id uuid NOT NULL UNIQUE REFERENCES charges (id),
  recipient_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  -- Null: given anonymously or without an account, or the account was deleted.
  donor_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  is_anonymous boolean NOT NULL DEFAULT false,
  -- The name that a donor without an account gave, if any.
  guest_name text CHECK (guest_name <> ''),
  message text NOT NULL DEFAULT '' CHECK (char_length(message) <= 500),
  -- The creator hides the message from the page of the stream and from lists.
  is_message_hidden boolean NOT NULL DEFAULT false,

  amount bigint NOT NULL CHECK (amount > 0),
  platform_fee bigint NOT NULL CHECK (platform_fee >= 0),
  net_amount bigint NOT NULL CHECK (net_amount >= 0),
  currency currency_code NOT NULL REFERENCES instance_settings (currency),
  payment_provider text NOT NULL CHECK (is_provider_name(payment_provider)),
  status text NOT NULL CHECK (status IN ('completed', 'refunded', 'disputed')),
  refunded_amount bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT donations_net_and_fee_are_amount CHECK (net_amount + platform_fee = amount),
  CONSTRAINT donations_refunded_at_most_once CHECK (refunded_amount BETWEEN 0 AND amount),
  CONSTRAINT donations_anonymous_names_nobody CHECK (NOT is_anonymous OR donor_id IS NULL),
  CONSTRAINT donations_guest_has_no_account
    CHECK (guest_name IS NULL OR (donor_id IS NULL AND NOT is_anonymous)),
  CHECK (donor_id <> recipient_id)
);
-- Lists by what people sort and filter them by: of all donations, of a recipient's and of a donor's.
CREATE INDEX donations_by_amount ON donations (amount, id);
CREATE INDEX donations_by_status ON donations (status, id DESC);
CREATE INDEX donations_by_recipient ON donations (recipient_id, id DESC);
CREATE INDEX donations_by_recipient_and_amount ON donations (recipient_id, amount, id);
CREATE INDEX donations_by_recipient_and_status ON donations (recipient_id, status, id);
CREATE INDEX donations_by_donor ON donations (donor_id, id DESC) WHERE donor_id IS NOT NULL;
CREATE INDEX donations_by_donor_and_amount ON donations (donor_id, amount, id) WHERE donor_id IS NOT NULL;
CREATE INDEX donations_by_donor_and_status ON donations (donor_id, status, id) WHERE donor_id IS NOT NULL;
-- For what counts toward a goal, read from the index alone.
CREATE INDEX donations_by_recipient_and_time ON donations (recipient_id, created_at)
  INCLUDE (amount, refunded_amount) WHERE status = 'completed';

-- How a creator asks for donations.
CREATE TABLE donation_pages (
  creator_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  -- Whether viewers can donate.
  is_open boolean NOT NULL,
  -- Whether viewers see the latest donations.
  shows_recent boolean NOT NULL,
  -- The amounts that are offered.
  presets_cents integer[] NOT NULL CHECK (cardinality(presets_cents) BETWEEN 1 AND 6),
  -- A goal that donations from goal_started_at on count for. Null: the creator has none.
  goal_title text CHECK (char_length(goal_title) BETWEEN 1 AND 80),
  goal_cents bigint CHECK (goal_cents > 0),
  goal_started_at timestamptz(3),
  goal_ends_at timestamptz(3),
  CHECK ((goal_title IS NULL) = (goal_cents IS NULL) AND (goal_title IS NULL) = (goal_started_at IS NULL)),
  CHECK (goal_ends_at IS NULL OR goal_title IS NOT NULL)
);

-- The browser source that shows donations in a creator's streaming software. The chat overlay has the same token.
CREATE TABLE donation_overlays (
  creator_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  -- Each address contains a token for one version, so that raising the version makes the address invalid.
  version integer NOT NULL CHECK (version > 0),
  -- How alerts look and sound.
  settings jsonb NOT NULL
);
