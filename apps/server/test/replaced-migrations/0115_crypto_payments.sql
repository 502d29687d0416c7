-- Payments on a chain. Token amounts are smallest units (wei for ETH), which exceed bigint.

-- The next unused address of each extended public key, named by a hash.
CREATE TABLE crypto_keys (
  fingerprint text PRIMARY KEY,
  next_index integer NOT NULL CHECK (next_index > 0)
);

CREATE TABLE crypto_chains (
  chain_id bigint PRIMARY KEY,
  -- The newest block that was seen.
  head_number bigint NOT NULL,
  -- Counts chain reorganizations deeper than the confirmations: what was read before one is not stored after it.
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

CREATE TABLE crypto_orders (
  -- Of the checkout.
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
  -- Increases when there is something to report, and is then what was reported.
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

-- What was credited for an order; a second row follows only after the first was reversed.
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
