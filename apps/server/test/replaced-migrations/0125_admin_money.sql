-- What admins need to search charges, answer disputes, and compare providers with the ledger.
CREATE INDEX charges_by_purpose ON charges (purpose, id);
CREATE INDEX charges_by_amount ON charges (gross_cents, id);
CREATE INDEX charges_by_capture ON charges (provider, captured_at, id);
CREATE INDEX refunds_by_provider_refund ON refunds (provider_refund_id) WHERE provider_refund_id IS NOT NULL;
CREATE INDEX disputes_by_provider_dispute ON disputes (provider_dispute_id);
CREATE INDEX provider_events_by_provider ON provider_events (provider, id);
CREATE INDEX provider_events_by_type ON provider_events (type, id);

-- As it was sent to the provider.
ALTER TABLE disputes
  ADD COLUMN evidence text CHECK (char_length(evidence) BETWEEN 1 AND 5000),
  ADD COLUMN evidence_submitted_at timestamptz(3),
  ADD CHECK ((evidence IS NULL) = (evidence_submitted_at IS NULL));

-- Reports that compare what a provider lists with what was booked.
CREATE TABLE reconciliations (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  since timestamptz(3) NOT NULL,
  -- Exclusive.
  until timestamptz(3) NOT NULL,
  requested_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'failed')),
  -- Of the last attempt.
  error text,
  -- What was compared so far: payments that the provider lists, and charges of the ledger.
  listed integer NOT NULL DEFAULT 0,
  listed_cents bigint NOT NULL DEFAULT 0,
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

-- What the provider listed, while a report is made.
CREATE TABLE reconciliation_payments (
  reconciliation_id uuid NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  payment_id text NOT NULL,
  PRIMARY KEY (reconciliation_id, payment_id)
);

CREATE TABLE reconciliation_differences (
  id uuid PRIMARY KEY,
  reconciliation_id uuid NOT NULL REFERENCES reconciliations (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('not_booked', 'not_listed', 'amount', 'currency', 'refunded')),
  payment_id text NOT NULL,
  -- Null: it is not booked.
  charge_id uuid,
  captured_at timestamptz(3) NOT NULL,
  -- Amounts, or for `refunded` what was refunded of them; null where it is not listed or not booked.
  provider_cents bigint,
  ledger_cents bigint,
  -- The provider's where it is listed, otherwise the one that was booked.
  currency text NOT NULL
);
CREATE INDEX reconciliation_differences_by_report ON reconciliation_differences (reconciliation_id, id);
