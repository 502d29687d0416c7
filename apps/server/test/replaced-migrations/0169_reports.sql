-- Reports of people and of what they publish. Open reports of the same thing are one case.
CREATE TABLE report_cases (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('profile', 'stream', 'clip', 'message', 'event', 'donation')),
  target jsonb NOT NULL,
  -- Equal for equal targets.
  target_key text NOT NULL,
  -- Whom it is about.
  subject_id uuid REFERENCES profiles (id) ON DELETE CASCADE,
  title text NOT NULL,
  -- What was reported, copied with the messages around it, so that it outlives their deletion.
  snapshot jsonb NOT NULL,
  opened_at timestamptz(3) NOT NULL DEFAULT now(),
  decided_at timestamptz(3),
  decided_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  outcome text CHECK (outcome IN ('dismissed', 'removed', 'warned', 'suspended', 'banned')),
  reason text,
  message text CHECK (char_length(message) <= 500),
  CHECK ((decided_at IS NULL) = (outcome IS NULL)),
  CHECK ((decided_at IS NULL) = (reason IS NULL)),
  CHECK ((decided_at IS NULL) = (message IS NULL))
);
CREATE UNIQUE INDEX report_cases_open ON report_cases (kind, target_key) WHERE decided_at IS NULL;
CREATE INDEX report_cases_open_by_age ON report_cases (id) WHERE decided_at IS NULL;
CREATE INDEX report_cases_by_kind ON report_cases (kind, id);
CREATE INDEX report_cases_by_subject ON report_cases (subject_id, id);
CREATE INDEX report_cases_by_admin ON report_cases (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX report_cases_by_decision ON report_cases (decided_at) WHERE decided_at IS NOT NULL;

CREATE TABLE reports (
  id uuid PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES report_cases (id) ON DELETE CASCADE,
  reporter_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  reason text NOT NULL,
  details text NOT NULL DEFAULT '' CHECK (char_length(details) <= 500),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (case_id, reporter_id)
);
CREATE INDEX reports_by_reporter ON reports (reporter_id);

-- The rules of the instance are a page that admins can edit, too.
ALTER TABLE pages DROP CONSTRAINT pages_slug_check;
ALTER TABLE pages ADD CONSTRAINT pages_slug_check
  CHECK (slug IN ('about', 'rules', 'privacy', 'terms', 'donations', 'faq'));
