-- Payments: checkouts, what providers report, charges and what was taken back of them, the ledger, and the comparison
-- of it with the providers. Donations, memberships, events and payouts, which have files of their own, build on it.
--
-- A checkout is a payment that a payer has begun. Once its provider has captured it, it is a charge, and every
-- charge, refund, dispute, release and payout is a transaction of the ledger (docs/decisions/014). Payments outlive
-- accounts: their references to people become null.

-- Tells names of providers from other text. The program knows which providers there are.
CREATE FUNCTION is_provider_name(name text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN name ~ '^[a-z][a-z0-9]{1,31}$';

-- Whether the instance books test money or real money, so that creators are not paid out what viewers have not paid.
-- The first charge inserts the row.
CREATE TABLE money_mode (
  is_test boolean PRIMARY KEY,
  -- Lets the table have one row.
  singleton boolean NOT NULL DEFAULT true UNIQUE CHECK (singleton)
);

-- Keys of providers that an admin has set. The environment's keys take precedence.
CREATE TABLE provider_keys (
  provider text PRIMARY KEY,
  -- Encrypted.
  sealed text NOT NULL,
  updated_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  updated_at timestamptz NOT NULL
);

-- Payments that payers have begun, with the page of the provider where they pay.
CREATE TABLE checkouts (
  -- Also the idempotency key at the provider.
  id uuid PRIMARY KEY,
  -- From the client: a request that is repeated finds its checkout.
  idempotency_key uuid NOT NULL UNIQUE,
  -- A hash of the whole request, so that a key cannot be used for another one.
  request_hash text NOT NULL,

  purpose text NOT NULL CHECK (purpose IN ('donation', 'ticket', 'subscription', 'gift')),
  -- The event or the tier; null for a donation.
  subject_id uuid,
  -- The payment page says that this is paid for.
  description text NOT NULL,
  -- The billing of a subscription; null for a single payment.
  subscription jsonb,
  -- The data that the purpose needs after the payment, such as the message of a donation. Its schema is the
  -- purpose's.
  details jsonb NOT NULL,
  -- The stream that the payer came from.
  stream_id uuid REFERENCES streams (id) ON DELETE SET NULL,
  creator_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  -- Null: paid without an account, or the account was deleted.
  payer_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- The address that the receipt of a guest is sent to. Removed once it is sent.
  receipt_email text,

  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- The platform's fee when it was opened, which a change of the setting does not affect.
  fee_basis_points integer NOT NULL CHECK (fee_basis_points BETWEEN 0 AND 10000),
  -- An open checkout, too, keeps the instance from changing its currency, since its payment would be in it.
  currency text NOT NULL REFERENCES instance_settings (currency),

  provider text NOT NULL CHECK (is_provider_name(provider)),
  -- The way of paying that was chosen. It differs from the provider on the sandbox only.
  method text NOT NULL CHECK (is_provider_name(method)),
  -- Whether the provider that opened it moves no real money.
  is_test boolean NOT NULL,
  -- The provider's id of the payment page, and its address. Null until the provider has opened it.
  provider_reference text,
  redirect_url text,
  -- The page of this instance that shows the state.
  status_path text NOT NULL,

  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'failed', 'expired', 'canceled')),
  -- Why it was closed, as a sentence for the payer.
  reason text,
  expires_at timestamptz NOT NULL,
  -- When the provider was last asked about it.
  read_at timestamptz NOT NULL,
  -- How current the applied state of its subscription is.
  subscription_as_of timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((provider_reference IS NULL) = (redirect_url IS NULL)),
  CHECK (provider = method OR provider = 'sandbox')
);
CREATE UNIQUE INDEX checkouts_by_reference ON checkouts (provider, provider_reference);
-- For jobs: those whose provider is asked again, and old ones that are deleted or lose the address of a guest.
CREATE INDEX checkouts_open ON checkouts (read_at) WHERE status = 'open';
CREATE INDEX checkouts_unpaid_by_age ON checkouts (created_at) WHERE status IN ('failed', 'expired', 'canceled');
CREATE INDEX checkouts_with_receipt_email ON checkouts (created_at) WHERE receipt_email IS NOT NULL;
-- For whether a payment page is open that takes real money.
CREATE INDEX checkouts_open_real ON checkouts (id) WHERE status = 'open' AND NOT is_test;
CREATE INDEX checkouts_by_payer ON checkouts (payer_id, id DESC) WHERE payer_id IS NOT NULL;
CREATE INDEX checkouts_by_creator ON checkouts (creator_id) WHERE creator_id IS NOT NULL;
CREATE INDEX checkouts_by_stream ON checkouts (stream_id) WHERE stream_id IS NOT NULL;

-- Webhooks of providers, stored before they are processed. The key refuses a second delivery. Old ones are deleted.
CREATE TABLE provider_events (
  id uuid NOT NULL UNIQUE,
  provider text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  -- Only the parts that are read.
  body jsonb NOT NULL,
  status text NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'processed', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- From the last attempt.
  error text,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_events_by_status ON provider_events (status, id DESC);
CREATE INDEX provider_events_by_provider ON provider_events (provider, id);
CREATE INDEX provider_events_by_type ON provider_events (type, id);
CREATE INDEX provider_events_by_age ON provider_events (received_at);

-- The sandbox's own records, which only its provider reads, since it acts as an outside party that moves test money.
CREATE TABLE sandbox_objects (
  id text PRIMARY KEY,
  kind text NOT NULL,
  parent text REFERENCES sandbox_objects (id) ON DELETE CASCADE,
  -- The idempotency key of the request that created it.
  key text,
  state jsonb NOT NULL,
  -- When the sandbox changes it by itself, such as renewing a subscription.
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (kind, key)
);
CREATE INDEX sandbox_objects_by_parent ON sandbox_objects (parent, kind);
CREATE INDEX sandbox_objects_due ON sandbox_objects (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX sandbox_objects_by_age ON sandbox_objects (kind, created_at DESC);

----------------------------------------------------------------------------------------------------------------------
-- The ledger

-- The accounts that entries change: three of each creator, and those of the platform.
CREATE TABLE ledger_accounts (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  -- A creator has one for what is not released yet, one for what can be paid out, and one for what went directly to the
  -- creator. The platform has its fees, its account at each provider ('manual' is the bank), and what is withheld
  -- until refunds, disputes and payouts are settled.
  kind text NOT NULL CHECK (kind IN (
    'creator_pending', 'creator_available', 'creator_received', 'platform_fees', 'provider_clearing', 'refunds',
    'disputes', 'payouts_in_transit')),
  -- Null in a creator's kind: what deleted accounts left.
  owner_id uuid REFERENCES streamer_data (user_id),
  provider text CHECK (is_provider_name(provider)),
  currency currency_code NOT NULL REFERENCES instance_settings (currency),
  -- Only of creators: if the platform's accounts had one, all charges would wait for the same row.
  balance bigint,
  -- When the account of its owner was deleted, which leaves nothing here.
  closed_at timestamptz,
  CHECK (owner_id IS NULL OR kind LIKE 'creator\_%'),
  CHECK ((provider IS NOT NULL) = (kind = 'provider_clearing')),
  CHECK ((balance IS NOT NULL) = (kind LIKE 'creator\_%')),
  CONSTRAINT ledger_accounts_closed_without_balance CHECK (closed_at IS NULL OR (balance = 0 AND owner_id IS NULL)),
  -- The available balance can be negative, after a refund of what was paid out. The others of a creator cannot.
  CONSTRAINT ledger_accounts_not_overdrawn CHECK (balance >= 0 OR kind = 'creator_available')
);
CREATE UNIQUE INDEX ledger_accounts_one_of_each ON ledger_accounts (kind, owner_id, provider, currency)
  NULLS NOT DISTINCT WHERE closed_at IS NULL;
CREATE INDEX ledger_accounts_by_owner ON ledger_accounts (owner_id);
CREATE INDEX ledger_accounts_available ON ledger_accounts (balance)
  WHERE kind = 'creator_available' AND owner_id IS NOT NULL;

-- A booking of entries that sum to zero, for one thing that happened. It never changes.
CREATE TABLE ledger_transactions (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  -- Such as 'charge_captured' or 'refund_requested'; the type `Posting` lists them.
  kind text NOT NULL CHECK (kind ~ '^[a-z_]+$'),
  -- Posting the same key again changes nothing.
  idempotency_key text NOT NULL UNIQUE CHECK (char_length(idempotency_key) BETWEEN 1 AND 200),
  -- Null: no provider took part.
  provider text,
  -- The provider's id of the payment, refund, dispute or payout.
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
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The amount that a transaction adds to an account. A positive amount is a credit: the account's owner gains it.
-- Entries never change.
CREATE TABLE ledger_entries (
  transaction_id bigint NOT NULL REFERENCES ledger_transactions (id),
  account_id bigint NOT NULL REFERENCES ledger_accounts (id),
  amount bigint NOT NULL CHECK (amount <> 0),
  currency currency_code NOT NULL,
  -- As of its transaction, so that an index of the account finds the entries of a statement's period.
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, account_id)
);
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id, transaction_id);
CREATE INDEX ledger_entries_by_time ON ledger_entries (account_id, occurred_at);
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- At the commit, the entries of each transaction must sum to zero.
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

----------------------------------------------------------------------------------------------------------------------
-- Charges, refunds and disputes

-- A payment that a provider captured: the base of a donation, a ticket, or a period of a subscription.
CREATE TABLE charges (
  id uuid PRIMARY KEY,
  -- For renewals the checkout that started the subscription. Null where there was none, as in the
  -- demo's data.
  checkout_id uuid,
  provider text NOT NULL CHECK (is_provider_name(provider)),
  -- The provider's id of the payment.
  payment_id text NOT NULL CHECK (char_length(payment_id) BETWEEN 1 AND 255),
  -- Refuses test money on an instance that books real money, and the other way round.
  is_test boolean NOT NULL CONSTRAINT charges_in_one_money REFERENCES money_mode,
  purpose text NOT NULL CHECK (purpose IN ('donation', 'ticket', 'subscription', 'gift')),
  -- The event of a ticket; the subscription of a payment or gift.
  subject_id uuid,
  -- Null: paid without an account, or the account was deleted.
  payer_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  creator_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,

  gross_cents bigint NOT NULL CHECK (gross_cents > 0),
  -- The platform's.
  fee_cents bigint NOT NULL CHECK (fee_cents BETWEEN 0 AND gross_cents),
  net_cents bigint NOT NULL GENERATED ALWAYS AS (gross_cents - fee_cents) STORED,
  currency currency_code NOT NULL REFERENCES instance_settings (currency),
  -- The holder of the money after its capture: the platform, or the creator, from whom the fee was withheld
  -- ('creator_net') or is owed ('creator_gross').
  held_by text NOT NULL CHECK (held_by IN ('platform', 'creator_net', 'creator_gross')),

  captured_at timestamptz(3) NOT NULL,
  -- Since when it counts as earned: from its capture, or for a ticket from the end of its event.
  earned_at timestamptz(3),
  -- When it moves to the creator's available balance. That of a ticket holds only once it is earned. Null: time alone
  -- does not release it.
  available_at timestamptz(3),
  released_at timestamptz(3),

  -- By refunds that were requested or confirmed, and have not failed.
  refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
  -- Withheld by open disputes, and gone by lost ones.
  disputed_cents bigint NOT NULL DEFAULT 0 CHECK (disputed_cents >= 0),
  lost_cents bigint NOT NULL DEFAULT 0 CHECK (lost_cents >= 0),
  -- When a chain reorganization took the payment back.
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

  -- Such as 2026-00042, from charges_number_receipt. Numbers without a year are older.
  receipt_number text UNIQUE,
  UNIQUE (provider, payment_id),
  CONSTRAINT charges_taken_back_once CHECK (refunded_cents + disputed_cents + lost_cents <= gross_cents)
);
CREATE INDEX charges_by_creator ON charges (creator_id, id);
CREATE INDEX charges_by_payer ON charges (payer_id, id) WHERE payer_id IS NOT NULL;
CREATE INDEX charges_by_payer_and_purpose ON charges (payer_id, purpose, id) WHERE payer_id IS NOT NULL;
CREATE INDEX charges_by_subject ON charges (subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX charges_by_checkout ON charges (checkout_id) WHERE checkout_id IS NOT NULL;
-- How admins search them, and how they are compared with what a provider lists.
CREATE INDEX charges_by_status ON charges (status, id);
CREATE INDEX charges_by_purpose ON charges (purpose, id);
CREATE INDEX charges_by_amount ON charges (gross_cents, id);
CREATE INDEX charges_by_capture ON charges (provider, captured_at, id);
-- For the job that releases charges, without the tickets of canceled events, which are never released; for what
-- becomes available to a creator next; and for what is not earned yet.
CREATE INDEX charges_to_release ON charges (available_at, id)
  WHERE released_at IS NULL AND (purpose <> 'ticket' OR earned_at IS NOT NULL);
CREATE INDEX charges_to_release_by_creator ON charges (creator_id, available_at) WHERE released_at IS NULL;
CREATE INDEX charges_unearned ON charges (subject_id) WHERE earned_at IS NULL;
-- For what was paid for the running periods of a creator's subscriptions, read from the index alone.
CREATE INDEX charges_of_subscriptions ON charges (subject_id, captured_at DESC)
  INCLUDE (gross_cents, taken_back_cents, fee_cents, held_by, released_at)
  WHERE purpose IN ('subscription', 'gift');

-- The number of the last receipt of each year (UTC).
CREATE TABLE receipt_counters (
  year integer PRIMARY KEY,
  last bigint NOT NULL
);

-- Receipts are numbered without gaps, by the year of the payment. It happens at the commit, so that payments wait for
-- each other only briefly, and what is rolled back takes no number.
CREATE FUNCTION number_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid_in integer := extract(year FROM NEW.captured_at AT TIME ZONE 'UTC');
  number bigint;
BEGIN
  INSERT INTO receipt_counters AS counter (year, last) VALUES (paid_in, 1)
    ON CONFLICT (year) DO UPDATE SET last = counter.last + 1 RETURNING last INTO number;
  UPDATE charges SET receipt_number = paid_in || '-' || lpad(number::text, greatest(5, length(number::text)), '0')
    WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER charges_number_receipt AFTER INSERT ON charges
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_receipt();

-- Refunds of charges. One is withheld from the creator as soon as it is requested, and sent until its provider
-- answers.
CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  charge_id uuid NOT NULL REFERENCES charges (id),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- The share of the platform's fee that returns to the creator.
  fee_cents bigint NOT NULL CHECK (fee_cents >= 0),
  reason text NOT NULL CHECK (char_length(reason) <= 500),
  -- Null: it was made at the provider, follows from a rule of the program, or the account was deleted.
  requested_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  provider_refund_id text CHECK (char_length(provider_refund_id) BETWEEN 1 AND 255),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  -- The creator sends it from their own wallet, since nothing else can send the payment back.
  by_creator boolean NOT NULL DEFAULT false,
  -- How often sending failed.
  attempts integer NOT NULL DEFAULT 0,
  -- From the last attempt.
  last_error text,
  -- When a job sends it, or sends it again. Null: it was sent, or the creator sends it.
  next_attempt_at timestamptz(3),
  requested_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  UNIQUE (charge_id, provider_refund_id),
  CHECK ((status = 'pending') = (settled_at IS NULL)),
  CONSTRAINT refunds_sent_while_pending CHECK (next_attempt_at IS NULL OR status = 'pending')
);
CREATE INDEX refunds_by_status ON refunds (status, id);
CREATE INDEX refunds_by_requester ON refunds (requested_by) WHERE requested_by IS NOT NULL;
CREATE INDEX refunds_by_provider_refund ON refunds (provider_refund_id) WHERE provider_refund_id IS NOT NULL;
CREATE INDEX refunds_to_send ON refunds (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX refunds_by_creators ON refunds (id) WHERE by_creator AND status = 'pending';

-- Disputes of charges, which payers open at their bank or at the provider.
CREATE TABLE disputes (
  id uuid PRIMARY KEY,
  charge_id uuid NOT NULL REFERENCES charges (id),
  provider_dispute_id text NOT NULL CHECK (char_length(provider_dispute_id) BETWEEN 1 AND 255),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- Taken from the creator: the amount without what was refunded before.
  withheld_cents bigint NOT NULL,
  -- Refunds since it was opened count for it: PayPal settles disputes by reversals, which it lists as refunds, and
  -- lets sellers refund what is disputed.
  settled_by_refunds boolean NOT NULL DEFAULT false,
  -- The amount that the payer got back when it was lost. Null: the disputed amount.
  lost_cents bigint,
  reason text NOT NULL CHECK (char_length(reason) <= 500),
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  evidence_due_at timestamptz(3),
  -- As it was sent to the provider.
  evidence text CHECK (char_length(evidence) BETWEEN 1 AND 5000),
  evidence_submitted_at timestamptz(3),
  opened_at timestamptz(3) NOT NULL,
  settled_at timestamptz(3),
  UNIQUE (charge_id, provider_dispute_id),
  CHECK ((status = 'open') = (settled_at IS NULL)),
  CHECK ((evidence IS NULL) = (evidence_submitted_at IS NULL)),
  CHECK (withheld_cents BETWEEN 0 AND amount_cents),
  CHECK (lost_cents BETWEEN 0 AND amount_cents)
);
CREATE INDEX disputes_by_status ON disputes (status, id);
CREATE INDEX disputes_by_provider_dispute ON disputes (provider_dispute_id);

-- The earnings of each creator in a day (UTC), so that years of payments are read as a few hundred rows. They follow
-- from the charges, and change in the same transaction.
CREATE TABLE daily_earnings (
  -- Null: deleted accounts, with several rows a day.
  creator_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  day date NOT NULL,
  source text NOT NULL CHECK (source IN ('donations', 'tickets', 'subscriptions')),
  -- Without what was taken back.
  gross_cents bigint NOT NULL,
  fee_cents bigint NOT NULL,
  net_cents bigint NOT NULL GENERATED ALWAYS AS (gross_cents - fee_cents) STORED,
  -- How many of them were not taken back whole.
  charges integer NOT NULL,
  UNIQUE (creator_id, day, source)
);
CREATE INDEX daily_earnings_by_day ON daily_earnings (day);

----------------------------------------------------------------------------------------------------------------------
-- Reconciliation

-- Reports that compare what a provider lists with what was booked.
CREATE TABLE reconciliations (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  since timestamptz(3) NOT NULL,
  -- Exclusive.
  until timestamptz(3) NOT NULL,
  requested_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'failed')),
  -- From the last attempt.
  error text,
  -- The payments that the provider lists and the charges of the ledger that were compared so far.
  listed integer NOT NULL DEFAULT 0,
  -- By currency, because a provider may list payments in others than that of the ledger.
  listed_amounts jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(listed_amounts) = 'object'),
  booked integer NOT NULL DEFAULT 0,
  booked_cents bigint NOT NULL DEFAULT 0,
  differences integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CHECK (since < until),
  CHECK ((status = 'completed') = (finished_at IS NOT NULL))
);
CREATE UNIQUE INDEX reconciliations_one_at_a_time ON reconciliations (provider) WHERE status = 'running';
CREATE INDEX reconciliations_by_requester ON reconciliations (requested_by) WHERE requested_by IS NOT NULL;

-- The payments that the provider listed, while a report is made.
CREATE TABLE reconciliation_payments (
  reconciliation_id uuid NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  payment_id text NOT NULL,
  PRIMARY KEY (reconciliation_id, payment_id)
);

-- The differences that a report found.
CREATE TABLE reconciliation_differences (
  id uuid PRIMARY KEY,
  reconciliation_id uuid NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('not_booked', 'not_listed', 'amount', 'currency', 'refunded')),
  payment_id text NOT NULL,
  -- Null: it is not booked.
  charge_id uuid,
  captured_at timestamptz(3) NOT NULL,
  -- Amounts, or for 'refunded' what was refunded of them. Null where it is not listed or not booked.
  provider_cents bigint,
  ledger_cents bigint,
  -- The provider's where it is listed, otherwise the one that was booked.
  currency text NOT NULL
);
CREATE INDEX reconciliation_differences_by_report ON reconciliation_differences (reconciliation_id, id);

----------------------------------------------------------------------------------------------------------------------
-- Crypto: payments on a chain to an address of the creator's. Amounts of tokens are in their smallest units (wei for
-- ETH), which exceed bigint.

-- The next unused address of each creator's extended public key, which a hash names.
CREATE TABLE crypto_keys (
  fingerprint text PRIMARY KEY,
  next_index integer NOT NULL CHECK (next_index > 0)
);

-- How far each chain was read.
CREATE TABLE crypto_chains (
  chain_id bigint PRIMARY KEY,
  -- The newest block that was seen.
  head_number bigint NOT NULL,
  -- Counts chain reorganizations that are deeper than the confirmations: what was read before one is not stored after
  -- it.
  rewinds integer NOT NULL DEFAULT 0
);

-- Some of the blocks up to which payments were recorded, to find out where a reorganization began.
CREATE TABLE crypto_blocks (
  chain_id bigint NOT NULL REFERENCES crypto_chains ON DELETE CASCADE,
  number bigint NOT NULL,
  hash text NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (chain_id, number)
);

-- The amount that a payer was asked to send, and the address.
CREATE TABLE crypto_orders (
  -- The id of the checkout.
  id uuid PRIMARY KEY,
  chain_id bigint NOT NULL REFERENCES crypto_chains,
  purpose text NOT NULL CHECK (purpose IN ('donation', 'ticket')),
  address text NOT NULL UNIQUE,
  address_index integer NOT NULL CHECK (address_index > 0),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  -- Null: not accepted in this token.
  usdc_units numeric(78) CHECK (usdc_units > 0),
  ether_units numeric(78) CHECK (ether_units > 0),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paid', 'closed')),
  outcome text CHECK (outcome IN ('expired', 'canceled')),
  opened_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  -- Confirmed transfers up to this block are recorded.
  scanned_block bigint NOT NULL,
  scanned_at timestamptz NOT NULL,
  -- The block in which the payment was confirmed.
  paid_block bigint,
  -- ETH is found by comparing balances. This is the state of the address at the end of the newest block up to which
  -- its arrivals are recorded. It is kept, because RPC servers forget states after 128 blocks.
  ether_block bigint NOT NULL,
  ether_wei numeric(78) NOT NULL DEFAULT 0 CHECK (ether_wei >= 0),
  ether_nonce bigint NOT NULL DEFAULT 0 CHECK (ether_nonce >= 0),
  -- Increases when there is something to report to settlement, and the version that was reported last.
  version integer NOT NULL DEFAULT 0,
  reported_version integer NOT NULL DEFAULT 0,
  CHECK (usdc_units IS NOT NULL OR ether_units IS NOT NULL),
  CHECK ((status = 'closed') = (closed_at IS NOT NULL AND outcome IS NOT NULL)),
  CHECK ((status = 'paid') = (paid_block IS NOT NULL))
);
CREATE INDEX crypto_orders_open ON crypto_orders (chain_id) WHERE status = 'open';
CREATE INDEX crypto_orders_closed ON crypto_orders (chain_id, closed_at) WHERE status = 'closed';
CREATE INDEX crypto_orders_paid ON crypto_orders (chain_id, paid_block) WHERE status = 'paid';
CREATE INDEX crypto_orders_unreported ON crypto_orders (chain_id) WHERE version > reported_version;

-- Transfers that arrived at the address of an order.
CREATE TABLE crypto_transfers (
  order_id uuid NOT NULL REFERENCES crypto_orders ON DELETE CASCADE,
  token text NOT NULL CHECK (token IN ('USDC', 'ETH')),
  block_number bigint NOT NULL,
  -- ETH has one transfer per block and address, with the index -1.
  log_index integer NOT NULL,
  transaction_hash text,
  sender text,
  units numeric(78) NOT NULL CHECK (units > 0),
  is_confirmed boolean NOT NULL,
  PRIMARY KEY (order_id, token, block_number, log_index)
);

-- The payment that was credited for an order. A second row follows only after the first was reversed.
CREATE TABLE crypto_captures (
  payment_id text PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES crypto_orders ON DELETE CASCADE,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  captured_at timestamptz NOT NULL,
  -- When a chain reorganization took the payment back.
  reversed_at timestamptz
);
CREATE UNIQUE INDEX crypto_captures_one_valid ON crypto_captures (order_id) WHERE reversed_at IS NULL;
CREATE INDEX crypto_captures_by_time ON crypto_captures (captured_at);

-- Refunds that creators sent from their wallets, verified on the chain.
CREATE TABLE crypto_refunds (
  transaction_hash text PRIMARY KEY,
  payment_id text NOT NULL REFERENCES crypto_captures ON DELETE CASCADE,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  recorded_at timestamptz NOT NULL
);
CREATE INDEX crypto_refunds_by_payment ON crypto_refunds (payment_id);
