-- Payouts of what creators have available, and the accounts that they go to. Statements are made from these tables
-- and from the ledger, and earnings are in daily_earnings.

-- Creators' accounts at providers; for crypto the extended public key.
CREATE TABLE provider_accounts (
  creator_id uuid NOT NULL REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  provider text NOT NULL,
  account text NOT NULL,
  is_ready boolean NOT NULL DEFAULT false,
  -- The steps that the creator still has to take, in sentences.
  requirements jsonb NOT NULL DEFAULT '[]',
  -- How current the state is.
  as_of timestamptz NOT NULL,
  -- The creator has chosen it among several. Without a choice, the first one that is ready is used.
  is_chosen boolean NOT NULL DEFAULT false,
  -- From when on it is paid: a new account waits for 72 hours, unless it is the first one of a channel that was paid
  -- nothing before. Null: it was never ready.
  payable_at timestamptz,
  PRIMARY KEY (creator_id, provider),
  UNIQUE (provider, account)
);
CREATE UNIQUE INDEX provider_accounts_chosen ON provider_accounts (creator_id) WHERE is_chosen;

-- The facts that waits depend on after an account was disconnected.
CREATE TABLE payout_recipients (
  creator_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  -- Whether an account was ever ready: only the first one is paid at once.
  had_account boolean NOT NULL DEFAULT false,
  -- When the last account was disconnected: bank transfers by an admin wait as long as a new account.
  account_removed_at timestamptz
);

-- Payouts, each with the period that its statement covers. It is marked as sent before its provider is asked; then
-- only the provider or an admin settles it.
CREATE TABLE payouts (
  id uuid PRIMARY KEY,
  streamer_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency currency_code NOT NULL REFERENCES instance_settings (currency),
  status text NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  -- The end is exclusive.
  period_start timestamptz(3) NOT NULL,
  period_end timestamptz(3) NOT NULL,
  due_date timestamptz(3) NOT NULL,
  -- The balance at the end of its statement, which the next one starts with. Null: the creator's account was deleted
  -- before balances were stored.
  closing_cents bigint,
  -- 'manual': an admin makes a bank transfer.
  provider text CHECK (is_provider_name(provider)),
  -- The creator's account at the provider. Null: an admin sends it.
  account text CHECK (char_length(account) BETWEEN 1 AND 500),
  -- The provider's or the bank's.
  reference text CHECK (char_length(reference) BETWEEN 1 AND 255),
  failure_reason text CHECK (char_length(failure_reason) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Nothing is sent before, since it is the first payout of a channel. Null: it does not wait.
  waits_until timestamptz(3),
  -- From when on the provider may have been asked to send it.
  sent_at timestamptz(3),
  -- When the provider was asked last.
  checked_at timestamptz(3),
  settled_at timestamptz(3),
  CHECK (period_start < period_end),
  CHECK (period_end <= due_date),
  CONSTRAINT payouts_one_per_period UNIQUE (streamer_id, period_start),
  -- One that was sent outlives the account of its creator.
  CONSTRAINT payouts_unsent_have_a_creator
    CHECK (streamer_id IS NOT NULL OR status <> 'pending' OR sent_at IS NOT NULL)
);
-- Lists by what people sort and filter them by: of all payouts, and of a creator's.
CREATE INDEX payouts_by_due_date ON payouts (due_date, id);
CREATE INDEX payouts_by_amount ON payouts (amount, id);
CREATE INDEX payouts_by_status ON payouts (status, due_date, id);
CREATE INDEX payouts_by_streamer ON payouts (streamer_id, due_date, id);
CREATE INDEX payouts_by_streamer_and_amount ON payouts (streamer_id, amount, id);
CREATE INDEX payouts_by_period ON payouts (streamer_id, period_end);
-- For the job that sends them and asks providers about them.
CREATE INDEX payouts_to_check ON payouts (checked_at NULLS FIRST) WHERE status = 'pending' AND account IS NOT NULL;

-- Months whose payouts were made. A new instance begins with the next month.
CREATE TABLE payout_runs (
  month date PRIMARY KEY,
  finished_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO payout_runs (month) VALUES (date_trunc('month', now() AT TIME ZONE 'UTC'));
