-- Statements read the entries of their own period. When an entry occurred is copied from its transaction, so that an
-- index of an account finds a period.
ALTER TABLE ledger_entries ADD COLUMN occurred_at timestamptz;
ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_append_only;
UPDATE ledger_entries e SET occurred_at = t.occurred_at FROM ledger_transactions t WHERE t.id = e.transaction_id;
ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_append_only;
ALTER TABLE ledger_entries ALTER COLUMN occurred_at SET NOT NULL;
CREATE INDEX ledger_entries_by_time ON ledger_entries (account_id, occurred_at);

-- What its statement ends with, which the next one starts with. Null where the creator's account was deleted before.
ALTER TABLE payouts ADD COLUMN closing_cents bigint;
UPDATE payouts p SET closing_cents = (
  SELECT coalesce(sum(e.amount), 0) FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id
  WHERE a.owner_id = p.streamer_id AND a.kind IN ('creator_pending', 'creator_available')
    AND e.transaction_id <= t.id AND (e.occurred_at < p.period_end OR e.transaction_id = t.id))
FROM ledger_transactions t
WHERE p.streamer_id IS NOT NULL AND t.idempotency_key = 'payout:' || p.id || ':requested';
CREATE INDEX payouts_by_period ON payouts (streamer_id, period_end);
