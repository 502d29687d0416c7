-- Money (spec section 3): what streamers offer, and what was given for it. Amounts are minor units.
--
-- Books outlive accounts: where somebody's account is deleted, their id becomes null here and the
-- amounts stay. What still runs is closed first (features/money), which the checks below insist on.
--
-- One currency: streamer_data adds amounts up, and sums of different currencies mean nothing.
CREATE DOMAIN currency_code AS text DEFAULT 'USD' CHECK (VALUE = 'USD');

-- Pay-per-view events.
CREATE TABLE ppv_events (
  id uuid PRIMARY KEY,
  creator_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 140),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 5000),
  event_date timestamptz NOT NULL,
  -- An IANA name: where the date is meant.
  timezone text NOT NULL CHECK (char_length(timezone) BETWEEN 1 AND 64),
  duration_minutes integer NOT NULL CHECK (duration_minutes BETWEEN 1 AND 1440),
  -- 0: open to all.
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  currency currency_code NOT NULL,
  -- Null: as many as come.
  capacity integer CHECK (capacity > 0),
  total_tickets_sold integer NOT NULL DEFAULT 0 CHECK (total_tickets_sold >= 0),
  total_revenue_cents bigint NOT NULL DEFAULT 0 CHECK (total_revenue_cents >= 0),
  platform_commission_cents bigint NOT NULL DEFAULT 0 CHECK (platform_commission_cents >= 0),
  commission_rate_percent numeric(5, 2) NOT NULL DEFAULT 10 CHECK (commission_rate_percent BETWEEN 0 AND 100),
  status text NOT NULL CHECK (status IN ('draft', 'published', 'live', 'ended', 'canceled')),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ppv_events_never_oversold CHECK (total_tickets_sold <= capacity),
  -- Rounding is to the creator's favour: never more than the rate.
  CONSTRAINT ppv_events_commission_within_rate
    CHECK (platform_commission_cents * 100 <= total_revenue_cents * commission_rate_percent),
  CHECK (total_tickets_sold > 0 OR total_revenue_cents = 0),
  CHECK (status <> 'draft' OR total_tickets_sold = 0),
  -- Canceling refunds.
  CHECK (status <> 'canceled' OR total_revenue_cents = 0),
  CHECK (creator_id IS NOT NULL OR status IN ('ended', 'canceled'))
);
CREATE INDEX ppv_events_by_creator ON ppv_events (creator_id, event_date DESC, id DESC);
CREATE INDEX ppv_events_by_date ON ppv_events (event_date DESC, id DESC);
CREATE INDEX ppv_events_announced ON ppv_events (creator_id, event_date, id) WHERE status IN ('published', 'live');

CREATE TABLE payouts (
  id uuid PRIMARY KEY,
  streamer_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  currency currency_code NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  -- From, and up to but not with.
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  due_date timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (period_start < period_end),
  CHECK (period_end <= due_date),
  CHECK (streamer_id IS NOT NULL OR status <> 'pending'),
  CONSTRAINT payouts_one_per_period UNIQUE (streamer_id, period_start)
);
CREATE INDEX payouts_by_streamer ON payouts (streamer_id, id DESC);
CREATE INDEX payouts_by_status ON payouts (status, id DESC);

CREATE TABLE subscription_tiers (
  id uuid PRIMARY KEY,
  creator_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 1000),
  price_monthly bigint CHECK (price_monthly >= 0),
  price_yearly bigint CHECK (price_yearly >= 0),
  currency currency_code NOT NULL,
  trial_days integer NOT NULL DEFAULT 0 CHECK (trial_days BETWEEN 0 AND 90),
  -- Sentences in the order to show them.
  benefits jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(benefits) = 'array' AND jsonb_array_length(benefits) <= 12),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A tier is free altogether, both prices null or zero, or has both.
  CONSTRAINT subscription_tiers_free_or_priced
    CHECK ((coalesce(price_monthly, 0) = 0) = (coalesce(price_yearly, 0) = 0)),
  CHECK (trial_days = 0 OR price_monthly > 0),
  CHECK (creator_id IS NOT NULL OR NOT is_active),
  UNIQUE (creator_id, name)
);

CREATE TABLE tier_subscriptions (
  id uuid PRIMARY KEY,
  tier_id uuid NOT NULL REFERENCES subscription_tiers (id) ON DELETE RESTRICT,
  user_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  status text NOT NULL CHECK (status IN ('active', 'trialing', 'canceled', 'past_due')),
  billing_cycle text NOT NULL CHECK (billing_cycle IN ('monthly', 'yearly')),
  current_period_start timestamptz NOT NULL,
  current_period_end timestamptz NOT NULL,
  trial_end timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (current_period_start < current_period_end),
  CHECK (status <> 'trialing' OR trial_end IS NOT NULL),
  CHECK (user_id IS NOT NULL OR status = 'canceled')
);
CREATE UNIQUE INDEX tier_subscriptions_one_open ON tier_subscriptions (user_id, tier_id) WHERE status <> 'canceled';
CREATE INDEX tier_subscriptions_by_tier ON tier_subscriptions (tier_id, id DESC);
CREATE INDEX tier_subscriptions_by_user ON tier_subscriptions (user_id, id DESC) WHERE user_id IS NOT NULL;

CREATE TABLE donations (
  id uuid PRIMARY KEY,
  recipient_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  -- Null: given anonymously, or by an account that is deleted.
  donor_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  platform_fee bigint NOT NULL CHECK (platform_fee >= 0),
  net_amount bigint NOT NULL CHECK (net_amount >= 0),
  currency currency_code NOT NULL,
  payment_provider text NOT NULL CHECK (payment_provider IN ('stripe', 'paypal')),
  status text NOT NULL CHECK (status IN ('completed', 'refunded', 'disputed')),
  message text NOT NULL DEFAULT '' CHECK (char_length(message) <= 500),
  is_anonymous boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT donations_net_and_fee_are_amount CHECK (net_amount + platform_fee = amount),
  CONSTRAINT donations_anonymous_names_nobody CHECK (NOT is_anonymous OR donor_id IS NULL),
  CHECK (donor_id <> recipient_id)
);
-- Ids are UUIDv7: their order is that of time.
CREATE INDEX donations_by_recipient ON donations (recipient_id, id DESC);
CREATE INDEX donations_by_donor ON donations (donor_id, id DESC) WHERE donor_id IS NOT NULL;
CREATE INDEX donations_by_status ON donations (status, id DESC);
-- What a streamer got in a span of time.
CREATE INDEX donations_by_time ON donations (recipient_id, created_at) WHERE status = 'completed';

-- streamer_data's totals are what the rows add up to, whoever writes them: total_donations the amounts
-- of completed donations, total_earnings what of them and of ended events is the streamer's.
CREATE FUNCTION add_to_totals(streamer uuid, donated bigint, earned bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE streamer_data
  SET total_donations = total_donations + donated, total_earnings = total_earnings + earned
  WHERE user_id = streamer AND (donated <> 0 OR earned <> 0)
$$;

CREATE FUNCTION count_donation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'completed' THEN
    PERFORM add_to_totals(OLD.recipient_id, -OLD.amount, -OLD.net_amount);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'completed' THEN
    PERFORM add_to_totals(NEW.recipient_id, NEW.amount, NEW.net_amount);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER donations_count AFTER INSERT OR DELETE OR UPDATE OF recipient_id, amount, net_amount, status
  ON donations FOR EACH ROW EXECUTE FUNCTION count_donation();

CREATE FUNCTION count_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'ended' THEN
    PERFORM add_to_totals(OLD.creator_id, 0, OLD.platform_commission_cents - OLD.total_revenue_cents);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status = 'ended' THEN
    PERFORM add_to_totals(NEW.creator_id, 0, NEW.total_revenue_cents - NEW.platform_commission_cents);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ppv_events_count
  AFTER INSERT OR DELETE OR UPDATE OF creator_id, status, total_revenue_cents, platform_commission_cents
  ON ppv_events FOR EACH ROW EXECUTE FUNCTION count_event();
