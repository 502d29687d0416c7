-- Memberships: the tiers that creators offer, and the subscriptions to them, which people pay for or are given.

-- A tier is free, or has a price for a month and one for a year. Tiers are never deleted, since subscriptions refer
-- to them.
CREATE TABLE subscription_tiers (
  id uuid PRIMARY KEY,
  creator_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 1000),
  -- Sentences in the order in which they are shown.
  benefits jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(benefits) = 'array' AND jsonb_array_length(benefits) <= 12),
  price_monthly bigint CHECK (price_monthly >= 0),
  price_yearly bigint CHECK (price_yearly >= 0),
  currency currency_code NOT NULL REFERENCES instance_settings (currency) ON UPDATE CASCADE,
  trial_days integer NOT NULL DEFAULT 0 CHECK (trial_days BETWEEN 0 AND 90),
  -- Whether it is offered.
  is_active boolean NOT NULL DEFAULT true,
  -- The order in which the creator offers tiers; smaller ones come first.
  position integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (creator_id, name),
  CONSTRAINT subscription_tiers_free_or_priced
    CHECK ((coalesce(price_monthly, 0) = 0) = (coalesce(price_yearly, 0) = 0)),
  CHECK (trial_days = 0 OR price_monthly > 0),
  CHECK (creator_id IS NOT NULL OR NOT is_active)
);

-- A person's subscription to a tier. One that a provider renews has the id of the checkout that started it.
CREATE TABLE tier_subscriptions (
  id uuid PRIMARY KEY,
  tier_id uuid NOT NULL REFERENCES subscription_tiers (id) ON DELETE RESTRICT,
  -- Null: the account was deleted, which cancels its subscriptions first.
  user_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  status text NOT NULL CHECK (status IN ('active', 'trialing', 'canceled', 'past_due')),
  billing_cycle text NOT NULL CHECK (billing_cycle IN ('monthly', 'yearly')),
  -- Per billing cycle, as the subscriber agreed to it. Later prices of the tier hold for new subscribers only.
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  -- Credit that a change of tier has left at the provider, which pays for later periods.
  credit_cents bigint NOT NULL DEFAULT 0 CHECK (credit_cents >= 0),
  current_period_start timestamptz(3) NOT NULL,
  current_period_end timestamptz(3) NOT NULL,
  trial_end timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  -- Null: no provider renews it.
  provider text CHECK (is_provider_name(provider)),
  provider_subscription_id text,
  -- Since when its payment fails, and whether the subscriber was told that it ends soon.
  past_due_since timestamptz(3),
  past_due_reminded boolean NOT NULL DEFAULT false,
  -- The change of tier or cycle that the provider was asked for and has not reported yet.
  pending_change jsonb,
  -- Another person, the giver, paid once for the period.
  is_gift boolean NOT NULL DEFAULT false,
  giver_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- The holder of a gift shows no badge for it.
  is_hidden boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (current_period_start < current_period_end),
  CHECK (status <> 'trialing' OR trial_end IS NOT NULL),
  CHECK (user_id IS NOT NULL OR status = 'canceled'),
  CONSTRAINT tier_subscriptions_known_to_provider
    CHECK ((provider IS NULL) = (provider_subscription_id IS NULL)),
  CONSTRAINT tier_subscriptions_once_at_provider UNIQUE (provider, provider_subscription_id),
  CONSTRAINT tier_subscriptions_past_due_since CHECK (past_due_since IS NULL OR status = 'past_due'),
  CONSTRAINT tier_subscriptions_gift_ends
    CHECK (NOT is_gift OR (cancel_at_period_end AND price_cents = 0 AND provider IS NULL))
);
-- A person has one running subscription to a tier.
CREATE UNIQUE INDEX tier_subscriptions_one_open ON tier_subscriptions (user_id, tier_id) WHERE status <> 'canceled';
CREATE INDEX tier_subscriptions_by_user ON tier_subscriptions (user_id, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX tier_subscriptions_by_giver ON tier_subscriptions (giver_id) WHERE giver_id IS NOT NULL;
-- A creator's subscribers by what they are sorted and filtered by.
CREATE INDEX tier_subscriptions_by_tier ON tier_subscriptions (tier_id, id DESC);
CREATE INDEX tier_subscriptions_by_tier_and_end ON tier_subscriptions (tier_id, current_period_end, id);
CREATE INDEX tier_subscriptions_by_tier_and_status ON tier_subscriptions (tier_id, status, id);
-- For the job that looks every minute for those whose paid period or trial is over.
CREATE INDEX tier_subscriptions_open_by_end ON tier_subscriptions (current_period_end) WHERE status <> 'canceled';
