-- Reports of people and content, which admins decide, and appeals against bans.

-- Open reports of the same thing are one case. A warning is a decided case, which its person sees until they have
-- read it.
CREATE TABLE report_cases (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('profile', 'stream', 'clip', 'message', 'event', 'donation')),
  -- The reported thing; its schema depends on the kind.
  target jsonb NOT NULL,
  -- Equal for equal targets.
  target_key text NOT NULL,
  -- The person whom it is about.
  subject_id uuid REFERENCES profiles (id) ON DELETE CASCADE,
  -- The channel in which it happened.
  channel_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  title text NOT NULL,
  -- A copy of what was reported, with the messages around it, so that it outlives their deletion.
  snapshot jsonb NOT NULL,
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  decided_at timestamptz(3),
  decided_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  outcome text CHECK (outcome IN ('dismissed', 'removed', 'warned', 'suspended', 'banned')),
  reason text,
  -- The admin's words to the person.
  message text CHECK (char_length(message) <= 500),
  -- When the person said that they had read a warning.
  read_at timestamptz(3),
  CHECK ((decided_at IS NULL) = (outcome IS NULL)),
  CHECK ((decided_at IS NULL) = (reason IS NULL)),
  CHECK ((decided_at IS NULL) = (message IS NULL)),
  CHECK (read_at IS NULL OR outcome = 'warned')
);
CREATE UNIQUE INDEX report_cases_open ON report_cases (kind, target_key) WHERE decided_at IS NULL;
CREATE INDEX report_cases_open_by_age ON report_cases (id) WHERE decided_at IS NULL;
CREATE INDEX report_cases_by_kind ON report_cases (kind, id);
CREATE INDEX report_cases_by_decision ON report_cases (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX report_cases_by_subject ON report_cases (subject_id, id);
CREATE INDEX report_cases_by_channel ON report_cases (channel_id) WHERE channel_id IS NOT NULL;
CREATE INDEX report_cases_by_admin ON report_cases (decided_by) WHERE decided_by IS NOT NULL;

-- A person reports the same thing once.
CREATE TABLE reports (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
  reporter_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  reason text NOT NULL,
  details text NOT NULL DEFAULT '' CHECK (char_length(details) <= 500),
  -- The reporter's position in the recording, or how long the stream had been live.
  position_ms bigint CHECK (position_ms >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (case_id, reporter_id)
);
CREATE INDEX reports_by_reporter ON reports (reporter_id);

-- Frames of the first reports of a stream or clip. They are in the database rather than in the storage, so that no
-- URL leads to them, and only admins see them.
CREATE TABLE report_frames (
  report_id uuid PRIMARY KEY REFERENCES reports (id) ON DELETE CASCADE,
  shows text NOT NULL CHECK (shows IN ('moment', 'thumbnail')),
  -- WebP.
  image bytea NOT NULL
);

-- Appeals against bans of accounts, one for each ban. Another admin decides them.
CREATE TABLE appeals (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Identifies the ban of the account by its beginning.
  banned_at timestamptz(3) NOT NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 10 AND 1000),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  decided_at timestamptz(3),
  decided_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  outcome text CHECK (outcome IN ('lifted', 'upheld')),
  reply text CHECK (char_length(reply) <= 500),
  UNIQUE (user_id, banned_at),
  CHECK ((decided_at IS NULL) = (outcome IS NULL)),
  CHECK ((decided_at IS NULL) = (reply IS NULL))
);
CREATE INDEX appeals_open ON appeals (id) WHERE decided_at IS NULL;
CREATE INDEX appeals_by_admin ON appeals (decided_by) WHERE decided_by IS NOT NULL;
