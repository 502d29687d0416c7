-- What a change of tier has left at the provider, which pays for later periods.
ALTER TABLE tier_subscriptions ADD COLUMN credit_cents bigint NOT NULL DEFAULT 0 CHECK (credit_cents >= 0);
