-- A refund is sent again until its provider has answered. Refunds of payments that only the creator can send back wait
-- for the creator.
ALTER TABLE refunds
  -- The share of the platform's fee that returns to the creator.
  ADD COLUMN fee_cents bigint NOT NULL DEFAULT 0 CHECK (fee_cents >= 0),
  -- How often sending failed.
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  -- Of the last attempt.
  ADD COLUMN last_error text,
  -- When a job sends it, or sends it again. Null: it was sent, or the creator sends it.
  ADD COLUMN next_attempt_at timestamptz(3),
  -- The creator sends it, from their own wallet.
  ADD COLUMN by_creator boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT refunds_sent_while_pending CHECK (next_attempt_at IS NULL OR status = 'pending');
UPDATE refunds r SET
  fee_cents = coalesce((
    SELECT -e.amount FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
      JOIN ledger_accounts a ON a.id = e.account_id
    WHERE t.idempotency_key = 'refund:' || r.id || ':requested' AND a.kind = 'platform_fees'), 0),
  next_attempt_at = CASE WHEN status = 'pending' AND provider_refund_id IS NULL THEN requested_at END;
ALTER TABLE refunds ALTER COLUMN fee_cents DROP DEFAULT;
CREATE INDEX refunds_to_send ON refunds (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX refunds_by_creators ON refunds (id) WHERE by_creator AND status = 'pending';
