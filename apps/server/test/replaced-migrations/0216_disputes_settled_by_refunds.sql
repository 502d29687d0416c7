-- PayPal settles disputes by reversals, which it lists as refunds of the payment, and lets sellers refund what is disputed.
ALTER TABLE disputes
  -- Refunds since it was opened count for it.
  ADD COLUMN settled_by_refunds boolean NOT NULL DEFAULT false,
  -- What the payer got back when it was lost. Null: the disputed amount.
  ADD COLUMN lost_cents bigint CHECK (lost_cents BETWEEN 0 AND amount_cents);
UPDATE disputes d SET settled_by_refunds = true FROM charges c WHERE c.id = d.charge_id AND c.provider = 'paypal';
