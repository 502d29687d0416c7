-- Appeals against bans, one for each ban.
CREATE TABLE appeals (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Which ban of the account: when it began.
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
