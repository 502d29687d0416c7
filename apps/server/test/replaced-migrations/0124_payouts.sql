-- Payouts are sent by the provider where the creator has an account, or by an admin.
ALTER TABLE payouts
  -- The creator's account at the provider that the payout is sent to; null where an admin sends it.
  ADD COLUMN account text CHECK (char_length(account) BETWEEN 1 AND 500),
  -- From when on the provider may have been asked to send it: only the provider or an admin settles it then.
  ADD COLUMN sent_at timestamptz(3),
  -- When the provider was asked last.
  ADD COLUMN checked_at timestamptz(3);
-- What was sent outlives the account of its creator.
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = 'payouts'::regclass AND contype = 'c'
    AND pg_get_constraintdef(oid) ~ 'streamer_id IS NOT NULL'
  LOOP EXECUTE format('ALTER TABLE payouts DROP CONSTRAINT %I', name); END LOOP;
END $$;
ALTER TABLE payouts
  ADD CONSTRAINT payouts_unsent_have_a_creator CHECK (streamer_id IS NOT NULL OR status <> 'pending' OR sent_at IS NOT NULL);
CREATE INDEX payouts_to_check ON payouts (checked_at NULLS FIRST) WHERE status = 'pending' AND account IS NOT NULL;

-- Months whose payouts were made. The present month is left to withdrawals.
CREATE TABLE payout_runs (
  month date PRIMARY KEY,
  finished_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO payout_runs (month) VALUES (date_trunc('month', now() AT TIME ZONE 'UTC'));

ALTER TABLE instance_settings
  ADD COLUMN payout_minimum_cents bigint NOT NULL DEFAULT 1000 CHECK (payout_minimum_cents BETWEEN 100 AND 1000000);

-- What becomes available to a creator next, and what creators have available.
CREATE INDEX charges_to_release_by_creator ON charges (creator_id, available_at) WHERE released_at IS NULL;
CREATE INDEX ledger_accounts_available ON ledger_accounts (balance) WHERE kind = 'creator_available' AND owner_id IS NOT NULL;
