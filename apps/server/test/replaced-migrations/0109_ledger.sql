-- Every payment goes through a double-entry ledger. A positive entry is a credit: what the account's owner
-- gains. docs/decisions/014-ledger.md tells the conventions.

-- One currency per instance. The supported ones have two decimals.
ALTER DOMAIN currency_code DROP CONSTRAINT currency_code_check;
ALTER DOMAIN currency_code ADD CONSTRAINT currency_code_check
  CHECK (VALUE IN ('USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'));
ALTER TABLE instance_settings
  ADD COLUMN currency currency_code NOT NULL DEFAULT 'USD' UNIQUE,
  -- The platform's fee in hundredths of a percent.
  ADD COLUMN platform_fee_basis_points integer NOT NULL DEFAULT 1000
    CHECK (platform_fee_basis_points BETWEEN 0 AND 5000);
CREATE FUNCTION instance_currency() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT currency::text FROM instance_settings
$$;
ALTER DOMAIN currency_code SET DEFAULT instance_currency();
-- Prices follow the instance's currency; charges, donations and payouts keep it from changing.
ALTER TABLE ppv_events ADD FOREIGN KEY (currency) REFERENCES instance_settings (currency) ON UPDATE CASCADE;
ALTER TABLE subscription_tiers
  ADD FOREIGN KEY (currency) REFERENCES instance_settings (currency) ON UPDATE CASCADE;
ALTER TABLE donations ADD FOREIGN KEY (currency) REFERENCES instance_settings (currency);
ALTER TABLE payouts ADD FOREIGN KEY (currency) REFERENCES instance_settings (currency);

CREATE TABLE ledger_accounts (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN (
    'creator_pending', 'creator_available', 'creator_received', 'platform_fees', 'provider_clearing', 'refunds',
    'disputes', 'payouts_in_transit')),
  -- Null in a creator's kind: what accounts left that are deleted.
  owner_id uuid REFERENCES streamer_data (user_id),
  provider text CHECK (provider IN ('sandbox', 'stripe', 'paypal', 'crypto', 'manual')),
  currency currency_code NOT NULL REFERENCES instance_settings (currency),
  -- Only of creators: a row that every charge changes would make charges wait for each other.
  balance bigint,
  -- When the account of its owner was deleted, which leaves nothing here.
  closed_at timestamptz,
  CHECK (owner_id IS NULL OR kind LIKE 'creator\_%'),
  CHECK ((provider IS NOT NULL) = (kind = 'provider_clearing')),
  CHECK ((balance IS NOT NULL) = (kind LIKE 'creator\_%')),
  CONSTRAINT ledger_accounts_closed_without_balance CHECK (closed_at IS NULL OR (balance = 0 AND owner_id IS NULL)),
  -- Owed or due, but never less than nothing: money that is not there yet, or that the creator holds.
  CONSTRAINT ledger_accounts_not_overdrawn CHECK (balance >= 0 OR kind = 'creator_available')
);
CREATE UNIQUE INDEX ledger_accounts_one_of_each ON ledger_accounts (kind, owner_id, provider, currency)
  NULLS NOT DISTINCT WHERE closed_at IS NULL;
CREATE INDEX ledger_accounts_by_owner ON ledger_accounts (owner_id);

CREATE TABLE ledger_transactions (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]+$'),
  idempotency_key text NOT NULL UNIQUE CHECK (char_length(idempotency_key) BETWEEN 1 AND 200),
  provider text,
  -- What the provider calls what happened: its id of the payment, refund, dispute or payout.
  provider_event_id text,
  subject_kind text NOT NULL CHECK (subject_kind IN ('charge', 'release', 'payout', 'creator')),
  subject_id uuid NOT NULL,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (provider IS NOT NULL OR provider_event_id IS NULL)
);
CREATE INDEX ledger_transactions_by_subject ON ledger_transactions (subject_id, id);
CREATE UNIQUE INDEX ledger_transactions_once_per_event ON ledger_transactions (provider, provider_event_id, kind)
  WHERE provider_event_id IS NOT NULL;

CREATE TABLE ledger_entries (
  transaction_id bigint NOT NULL REFERENCES ledger_transactions (id),
  account_id bigint NOT NULL REFERENCES ledger_accounts (id),
  amount bigint NOT NULL CHECK (amount <> 0),
  currency currency_code NOT NULL,
  PRIMARY KEY (transaction_id, account_id)
);
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id, transaction_id);

-- What somebody paid: the base of a donation, a ticket or a payment of a subscription.
CREATE TABLE charges (
  id uuid PRIMARY KEY,
  checkout_id uuid,
  provider text NOT NULL CHECK (provider IN ('sandbox', 'stripe', 'paypal', 'crypto')),
  payment_id text NOT NULL CHECK (char_length(payment_id) BETWEEN 1 AND 255),
  purpose text NOT NULL CHECK (purpose IN ('donation', 'ticket', 'subscription', 'gift')),
  -- The event of a ticket; the subscription of a payment or gift.
  subject_id uuid,
  -- Null: paid without an account, or the account is deleted.
  payer_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  creator_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  gross_cents bigint NOT NULL CHECK (gross_cents > 0),
  fee_cents bigint NOT NULL CHECK (fee_cents BETWEEN 0 AND gross_cents),
  net_cents bigint NOT NULL GENERATED ALWAYS AS (gross_cents - fee_cents) STORED,
  currency currency_code NOT NULL REFERENCES instance_settings (currency),
  -- Who holds the money: the platform, or the creator, from whom the fee was withheld or is owed.
  held_by text NOT NULL CHECK (held_by IN ('platform', 'creator_net', 'creator_gross')),
  captured_at timestamptz(3) NOT NULL,
  -- When time releases it to the creator's available balance; null: when somebody says so.
  available_at timestamptz(3),
  released_at timestamptz(3),
  -- Since when it counts as earned; tickets count when their event has ended.
  earned_at timestamptz(3),
  -- Refunds that were requested or confirmed, and have not failed.
  refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
  -- Withheld by open disputes, and gone by lost ones.
  disputed_cents bigint NOT NULL DEFAULT 0 CHECK (disputed_cents >= 0),
  lost_cents bigint NOT NULL DEFAULT 0 CHECK (lost_cents >= 0),
  -- When a chain took the payment back.
  reversed_at timestamptz(3),
  taken_back_cents bigint NOT NULL GENERATED ALWAYS AS (
    CASE WHEN reversed_at IS NULL THEN refunded_cents + disputed_cents + lost_cents ELSE gross_cents END) STORED,
  -- The fee of the share that was taken back, rounded up to the creator's favor.
  returned_fee_cents bigint NOT NULL GENERATED ALWAYS AS (
    CASE WHEN reversed_at IS NULL
      THEN div(fee_cents::numeric * (refunded_cents + disputed_cents + lost_cents) + gross_cents - 1, gross_cents)
      ELSE fee_cents END) STORED,
  status text NOT NULL GENERATED ALWAYS AS (
    CASE
      WHEN reversed_at IS NOT NULL THEN 'reversed'
      WHEN disputed_cents > 0 THEN 'disputed'
      WHEN lost_cents > 0 THEN 'lost'
      WHEN refunded_cents = gross_cents THEN 'refunded'
      WHEN refunded_cents > 0 THEN 'partially_refunded'
      ELSE 'captured'
    END) STORED,
  UNIQUE (provider, payment_id),
  CONSTRAINT charges_taken_back_once CHECK (refunded_cents + disputed_cents + lost_cents <= gross_cents)
);
CREATE INDEX charges_by_creator ON charges (creator_id, id);
CREATE INDEX charges_by_payer ON charges (payer_id, id) WHERE payer_id IS NOT NULL;
CREATE INDEX charges_by_subject ON charges (subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX charges_by_status ON charges (status, id);
CREATE INDEX charges_to_release ON charges (available_at, id) WHERE released_at IS NULL;
CREATE INDEX charges_unearned ON charges (subject_id) WHERE earned_at IS NULL;
CREATE INDEX charges_by_checkout ON charges (checkout_id) WHERE checkout_id IS NOT NULL;

CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  charge_id uuid NOT NULL REFERENCES charges (id),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL CHECK (char_length(reason) <= 500),
  requested_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  provider_refund_id text CHECK (char_length(provider_refund_id) BETWEEN 1 AND 255),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  requested_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  UNIQUE (charge_id, provider_refund_id),
  CHECK ((status = 'pending') = (settled_at IS NULL))
);
CREATE INDEX refunds_by_status ON refunds (status, id);
CREATE INDEX refunds_by_requester ON refunds (requested_by) WHERE requested_by IS NOT NULL;

CREATE TABLE disputes (
  id uuid PRIMARY KEY,
  charge_id uuid NOT NULL REFERENCES charges (id),
  provider_dispute_id text NOT NULL CHECK (char_length(provider_dispute_id) BETWEEN 1 AND 255),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL CHECK (char_length(reason) <= 500),
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  evidence_due_at timestamptz(3),
  opened_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  UNIQUE (charge_id, provider_dispute_id),
  CHECK ((status = 'open') = (settled_at IS NULL))
);
CREATE INDEX disputes_by_status ON disputes (status, id);

-- What a creator earned a day (UTC), so that years of donations are read as a few hundred rows.
CREATE TABLE daily_earnings (
  -- Null: of accounts that are deleted, with several rows a day.
  creator_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  day date NOT NULL,
  source text NOT NULL CHECK (source IN ('donations', 'tickets', 'subscriptions')),
  gross_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  net_cents bigint NOT NULL GENERATED ALWAYS AS (gross_cents - fee_cents) STORED,
  charges integer NOT NULL,
  UNIQUE (creator_id, day, source)
);
CREATE INDEX daily_earnings_by_day ON daily_earnings (day);

-- Projections of the ledger.
DROP TRIGGER donations_count ON donations;
DROP TRIGGER ppv_events_count ON ppv_events;
DROP FUNCTION count_donation(), count_event(), add_to_totals(uuid, bigint, bigint);
ALTER TABLE donations
  DROP CONSTRAINT donations_payment_provider_check,
  ADD CONSTRAINT donations_payment_provider_check
    CHECK (payment_provider IN ('sandbox', 'stripe', 'paypal', 'crypto')),
  ADD COLUMN charge_id uuid UNIQUE,
  ADD COLUMN refunded_amount bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT donations_refunded_at_most_once CHECK (refunded_amount BETWEEN 0 AND amount);
DROP INDEX donations_by_time;
ALTER TABLE payouts
  ADD COLUMN provider text CHECK (provider IN ('sandbox', 'stripe', 'paypal', 'crypto', 'manual')),
  ADD COLUMN reference text CHECK (char_length(reference) BETWEEN 1 AND 255),
  ADD COLUMN failure_reason text CHECK (char_length(failure_reason) <= 500),
  ADD COLUMN settled_at timestamptz(3);
-- Tickets are counted where they are sold, which includes free ones; a refund that fails returns revenue to a
-- canceled event.
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = 'ppv_events'::regclass AND contype = 'c'
    AND pg_get_constraintdef(oid) ~ 'total_revenue_cents = 0'
  LOOP EXECUTE format('ALTER TABLE ppv_events DROP CONSTRAINT %I', name); END LOOP;
END $$;

-- Books what there is already. Each ticket becomes a charge of its own.
CREATE FUNCTION id_of_time(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;
INSERT INTO charges (id, provider, payment_id, purpose, payer_id, creator_id, gross_cents, fee_cents, currency,
    held_by, captured_at, available_at, released_at, earned_at, refunded_cents, disputed_cents)
  SELECT id, payment_provider, 'imported-' || id, 'donation', donor_id, recipient_id, amount, platform_fee,
    currency, 'platform', created_at, created_at, created_at, created_at,
    CASE status WHEN 'refunded' THEN amount ELSE 0 END, CASE status WHEN 'disputed' THEN amount ELSE 0 END
  FROM donations;
UPDATE donations SET charge_id = id, refunded_amount = CASE status WHEN 'refunded' THEN amount ELSE 0 END;
ALTER TABLE donations ALTER COLUMN charge_id SET NOT NULL, ADD FOREIGN KEY (charge_id) REFERENCES charges (id);
INSERT INTO refunds (id, charge_id, amount_cents, reason, status, requested_at, settled_at)
  SELECT id_of_time(captured_at), id, gross_cents, '', 'succeeded', captured_at, captured_at
  FROM charges WHERE status = 'refunded';
INSERT INTO disputes (id, charge_id, provider_dispute_id, amount_cents, reason, status, opened_at)
  SELECT id_of_time(captured_at), id, payment_id, gross_cents, '', 'open', captured_at
  FROM charges WHERE status = 'disputed';
INSERT INTO charges (id, provider, payment_id, purpose, subject_id, creator_id, gross_cents, fee_cents, currency,
    held_by, captured_at, released_at, earned_at)
  SELECT id_of_time(created_at), 'stripe', 'imported-' || id || '-' || n, 'ticket', id, creator_id,
    total_revenue_cents * n / total_tickets_sold - total_revenue_cents * (n - 1) / total_tickets_sold,
    platform_commission_cents * n / total_tickets_sold - platform_commission_cents * (n - 1) / total_tickets_sold,
    currency, 'platform', created_at, ended, ended
  FROM ppv_events, generate_series(1, total_tickets_sold) n,
    LATERAL (SELECT CASE status WHEN 'ended' THEN event_date + duration_minutes * interval '1 minute' END AS ended) e
  WHERE total_revenue_cents > 0;
UPDATE payouts SET provider = 'manual' WHERE status = 'completed';
UPDATE payouts SET settled_at = due_date WHERE status <> 'pending';

CREATE TABLE booking AS
  SELECT e.*, 'charge' AS subject_kind, c.id AS subject_id, c.provider, c.currency, c.captured_at AS occurred_at
  FROM charges c, LATERAL (VALUES
    ('charge_captured', 'charge:' || c.id || ':captured', c.payment_id, 'provider_clearing', NULL::uuid, -c.gross_cents),
    ('charge_captured', 'charge:' || c.id || ':captured', c.payment_id, 'platform_fees', NULL, c.fee_cents),
    ('charge_captured', 'charge:' || c.id || ':captured', c.payment_id,
      CASE WHEN c.released_at IS NULL THEN 'creator_pending' ELSE 'creator_available' END, c.creator_id, c.net_cents)
  ) AS e (kind, key, event, account, owner_id, amount)
  UNION ALL
  SELECT e.kind, e.key, NULL, e.account, e.owner_id, e.amount, 'charge', c.id, c.provider, c.currency, r.requested_at
  FROM refunds r JOIN charges c ON c.id = r.charge_id, LATERAL (VALUES
    ('refund_requested', 'refund:' || r.id || ':requested', 'refunds', NULL::uuid, c.gross_cents),
    ('refund_requested', 'refund:' || r.id || ':requested', 'platform_fees', NULL, -c.fee_cents),
    ('refund_requested', 'refund:' || r.id || ':requested', 'creator_available', c.creator_id, -c.net_cents),
    ('refund_succeeded', 'refund:' || r.id || ':succeeded', 'refunds', NULL, -c.gross_cents),
    ('refund_succeeded', 'refund:' || r.id || ':succeeded', 'provider_clearing', NULL, c.gross_cents)
  ) AS e (kind, key, account, owner_id, amount)
  UNION ALL
  SELECT 'dispute_opened', 'dispute:' || d.id || ':open', d.provider_dispute_id, e.account, e.owner_id, e.amount, 'charge',
    c.id, c.provider, c.currency, d.opened_at
  FROM disputes d JOIN charges c ON c.id = d.charge_id, LATERAL (VALUES
    ('disputes', NULL::uuid, c.gross_cents), ('platform_fees', NULL, -c.fee_cents),
    ('creator_available', c.creator_id, -c.net_cents)
  ) AS e (account, owner_id, amount)
  UNION ALL
  SELECT e.kind, 'payout:' || p.id || e.key, NULL, e.account, e.owner_id, e.amount, 'payout', p.id, p.provider, p.currency,
    CASE e.kind WHEN 'payout_requested' THEN p.created_at ELSE p.due_date END
  FROM payouts p, LATERAL (VALUES
    ('payout_requested', ':requested', 'creator_available', p.streamer_id, -p.amount),
    ('payout_requested', ':requested', 'payouts_in_transit', NULL::uuid, p.amount),
    ('payout_' || p.status, ':' || p.status, 'payouts_in_transit', NULL, -p.amount),
    ('payout_' || p.status, ':' || p.status,
      CASE p.status WHEN 'completed' THEN 'provider_clearing' ELSE 'creator_available' END,
      CASE p.status WHEN 'failed' THEN p.streamer_id END, p.amount)
  ) AS e (kind, key, account, owner_id, amount)
  WHERE e.kind <> 'payout_pending';
DELETE FROM booking WHERE amount = 0;
INSERT INTO ledger_accounts (kind, owner_id, provider, currency, balance)
  SELECT account, owner_id, CASE account WHEN 'provider_clearing' THEN provider END, currency,
    CASE WHEN account LIKE 'creator\_%' THEN sum(amount) END
  FROM booking GROUP BY 1, 2, 3, 4;
INSERT INTO ledger_transactions (kind, idempotency_key, provider, provider_event_id, subject_kind, subject_id, occurred_at)
  SELECT DISTINCT kind, key, provider, event, subject_kind, subject_id, occurred_at FROM booking
  ORDER BY occurred_at, kind, key;
INSERT INTO ledger_entries (transaction_id, account_id, amount, currency)
  SELECT t.id, a.id, b.amount, b.currency
  FROM booking b
    JOIN ledger_transactions t ON t.idempotency_key = b.key
    JOIN ledger_accounts a ON a.kind = b.account AND a.owner_id IS NOT DISTINCT FROM b.owner_id
      AND a.provider IS NOT DISTINCT FROM CASE b.account WHEN 'provider_clearing' THEN b.provider END;
DROP TABLE booking;
DROP FUNCTION id_of_time(timestamptz);
INSERT INTO daily_earnings (creator_id, day, source, gross_cents, fee_cents, charges)
  SELECT creator_id, (earned_at AT TIME ZONE 'UTC')::date, CASE purpose WHEN 'donation' THEN 'donations' ELSE 'tickets' END,
    sum(gross_cents - taken_back_cents), sum(fee_cents - returned_fee_cents),
    count(*) FILTER (WHERE taken_back_cents < gross_cents)
  FROM charges WHERE earned_at IS NOT NULL GROUP BY 1, 2, 3;
UPDATE streamer_data SET
  total_earnings = coalesce((SELECT sum(net_cents) FROM daily_earnings WHERE creator_id = user_id), 0),
  total_donations =
    coalesce((SELECT sum(gross_cents) FROM daily_earnings WHERE creator_id = user_id AND source = 'donations'), 0);

-- From here on, entries stay as they are, and each transaction balances.
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION require_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  transaction bigint;
  entries bigint;
  total numeric;
  currencies bigint;
BEGIN
  IF TG_TABLE_NAME = 'ledger_entries' THEN transaction := NEW.transaction_id; ELSE transaction := NEW.id; END IF;
  SELECT count(*), sum(amount), count(DISTINCT currency) INTO entries, total, currencies
    FROM ledger_entries WHERE transaction_id = transaction;
  IF entries < 2 OR total <> 0 OR currencies <> 1 THEN
    RAISE EXCEPTION 'Ledger transaction % has % entries in % currencies, which sum to %; they must be at least 2 in one currency and sum to 0',
      transaction, entries, currencies, coalesce(total, 0)
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transactions_balance';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_transactions_balance AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_balance();
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_balance();
