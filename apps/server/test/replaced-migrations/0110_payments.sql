-- Payments: what people want to pay (checkouts), what providers report (provider_events), creators' accounts
-- at providers, keys that admins set, and the sandbox, a provider of test money.

CREATE TABLE checkouts (
  -- Also the idempotency key at the provider.
  id uuid PRIMARY KEY,
  -- From the client: a request that is repeated finds its checkout.
  idempotency_key uuid NOT NULL UNIQUE,
  -- Of the whole request, so that a key cannot be used for another one.
  request_hash text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('donation', 'ticket', 'subscription', 'gift')),
  -- The event or the tier; null for a donation.
  subject_id uuid,
  stream_id uuid REFERENCES streams (id) ON DELETE SET NULL,
  creator_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  -- Null: somebody who is not signed in, or a deleted account.
  payer_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  fee_basis_points integer NOT NULL CHECK (fee_basis_points BETWEEN 0 AND 10000),
  currency text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('sandbox', 'stripe', 'paypal', 'crypto')),
  -- Which way of paying was chosen; differs from the provider on the sandbox only.
  method text NOT NULL CHECK (method IN ('stripe', 'paypal', 'crypto')),
  -- What the payment page says is paid for.
  description text NOT NULL,
  -- The billing of a subscription; null for a single payment.
  subscription jsonb,
  -- What the purpose remembers until the payment; its schema is the purpose's.
  details jsonb NOT NULL,
  -- The page of this instance that shows the state.
  status_path text NOT NULL,
  -- The provider's id of the payment page and its address; null until the provider has opened it.
  provider_reference text,
  redirect_url text,
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
CREATE INDEX checkouts_open ON checkouts (read_at) WHERE status = 'open';
CREATE INDEX checkouts_by_payer ON checkouts (payer_id, id DESC) WHERE payer_id IS NOT NULL;
CREATE INDEX checkouts_by_creator ON checkouts (creator_id) WHERE creator_id IS NOT NULL;
CREATE INDEX checkouts_by_stream ON checkouts (stream_id) WHERE stream_id IS NOT NULL;
CREATE INDEX checkouts_unpaid_by_age ON checkouts (created_at) WHERE status IN ('failed', 'expired', 'canceled');

-- Webhooks, stored before they are processed. The key refuses a second delivery.
CREATE TABLE provider_events (
  id uuid NOT NULL UNIQUE,
  provider text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  body jsonb NOT NULL,
  status text NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'processed', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- Of the last attempt.
  error text,
  received_at timestamptz NOT NULL,
  processed_at timestamptz,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_events_by_status ON provider_events (status, id DESC);
CREATE INDEX provider_events_processed ON provider_events (processed_at) WHERE status = 'processed';

-- Creators' accounts at providers; for crypto the extended public key.
CREATE TABLE provider_accounts (
  creator_id uuid NOT NULL REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  provider text NOT NULL,
  account text NOT NULL,
  is_ready boolean NOT NULL DEFAULT false,
  -- What the creator still has to do, in sentences.
  requirements jsonb NOT NULL DEFAULT '[]',
  -- How current the state is.
  as_of timestamptz NOT NULL,
  PRIMARY KEY (creator_id, provider),
  UNIQUE (provider, account)
);

-- Keys of providers that an admin set, encrypted. The environment's keys win.
CREATE TABLE provider_keys (
  provider text PRIMARY KEY,
  sealed text NOT NULL,
  updated_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  updated_at timestamptz NOT NULL
);

-- The sandbox's own records, which only features/money/providers/sandbox reads: it acts as an outside party.
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
