-- Who subscribes, and what somebody gave, by what people sort and narrow them down by.
CREATE INDEX donations_by_donor_and_amount ON donations (donor_id, amount, id) WHERE donor_id IS NOT NULL;
CREATE INDEX donations_by_donor_and_status ON donations (donor_id, status, id) WHERE donor_id IS NOT NULL;

-- In milliseconds, as cursors count.
ALTER TABLE tier_subscriptions
  ALTER COLUMN current_period_start TYPE timestamptz(3),
  ALTER COLUMN current_period_end TYPE timestamptz(3);
CREATE INDEX tier_subscriptions_by_tier_and_end ON tier_subscriptions (tier_id, current_period_end, id);
CREATE INDEX tier_subscriptions_by_tier_and_status ON tier_subscriptions (tier_id, status, id);
