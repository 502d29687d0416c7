-- Subscriptions that a payment provider renews: their id is that of the checkout that started them. And gifts.
ALTER TABLE tier_subscriptions
  ADD COLUMN provider text CHECK (provider IN ('sandbox', 'stripe', 'paypal', 'crypto')),
  ADD COLUMN provider_subscription_id text,
  ADD COLUMN cancel_at_period_end boolean NOT NULL DEFAULT false,
  -- Since when its payment fails, and whether the subscriber was told that it ends soon.
  ADD COLUMN past_due_since timestamptz(3),
  ADD COLUMN past_due_reminded boolean NOT NULL DEFAULT false,
  -- The change of tier or cycle that the provider is asked for and has not reported yet.
  ADD COLUMN pending_change jsonb,
  -- Somebody else paid once for the period.
  ADD COLUMN is_gift boolean NOT NULL DEFAULT false,
  ADD COLUMN giver_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- The holder of a gift shows no badge for it.
  ADD COLUMN is_hidden boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT tier_subscriptions_known_to_provider
    CHECK ((provider IS NULL) = (provider_subscription_id IS NULL)),
  ADD CONSTRAINT tier_subscriptions_past_due_since CHECK (past_due_since IS NULL OR status = 'past_due'),
  ADD CONSTRAINT tier_subscriptions_gift_ends
    CHECK (NOT is_gift OR (cancel_at_period_end AND price_cents = 0 AND provider IS NULL)),
  ADD CONSTRAINT tier_subscriptions_once_at_provider UNIQUE (provider, provider_subscription_id);
CREATE INDEX tier_subscriptions_by_giver ON tier_subscriptions (giver_id) WHERE giver_id IS NOT NULL;
