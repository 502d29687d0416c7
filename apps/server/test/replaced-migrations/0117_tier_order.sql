-- The order in which a creator offers tiers, and the price that each subscriber agreed to.
ALTER TABLE subscription_tiers ADD COLUMN position integer NOT NULL DEFAULT 0;
UPDATE subscription_tiers AS t
SET position = ranked.position
FROM (
  SELECT id, row_number() OVER (PARTITION BY creator_id ORDER BY coalesce(price_monthly, 0), id) AS position
  FROM subscription_tiers
) AS ranked
WHERE ranked.id = t.id;

-- Per billing cycle. Later prices of the tier apply to new subscribers only.
ALTER TABLE tier_subscriptions ADD COLUMN price_cents bigint CHECK (price_cents >= 0);
UPDATE tier_subscriptions AS s
SET price_cents = coalesce(CASE s.billing_cycle WHEN 'yearly' THEN t.price_yearly ELSE t.price_monthly END, 0)
FROM subscription_tiers AS t
WHERE t.id = s.tier_id;
ALTER TABLE tier_subscriptions ALTER COLUMN price_cents SET NOT NULL;
