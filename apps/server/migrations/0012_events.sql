-- Events that creators plan, and the tickets for them.

-- The fee in percent, which new events note.
CREATE FUNCTION instance_fee_percent() RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT platform_fee_basis_points / 100.0 FROM instance_settings
$$;

-- Events, with or without a price. Revenue and commission follow the charges of the tickets.
CREATE TABLE ppv_events (
  id uuid PRIMARY KEY,
  -- Null: the account was deleted, which cancels its coming events first.
  creator_id uuid REFERENCES streamer_data (user_id) ON DELETE SET NULL,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 140),
  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 5000),
  poster_url text,
  event_date timestamptz(3) NOT NULL,
  -- The IANA name of the zone in which the date is meant. The program checks that there is such a zone.
  timezone text NOT NULL CHECK (char_length(timezone) BETWEEN 1 AND 64),
  duration_minutes integer NOT NULL CHECK (duration_minutes BETWEEN 1 AND 1440),
  -- Whether streams around its time are for ticket holders, which its creator is asked when it is published.
  takes_streams boolean NOT NULL DEFAULT true,

  -- 0: free.
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  currency currency_code NOT NULL REFERENCES instance_settings (currency) ON UPDATE CASCADE,
  -- Null: not limited.
  capacity integer CHECK (capacity > 0),
  total_tickets_sold integer NOT NULL DEFAULT 0 CHECK (total_tickets_sold >= 0),
  -- Seats of payment pages that are open.
  tickets_reserved integer NOT NULL DEFAULT 0 CHECK (tickets_reserved >= 0),
  total_revenue_cents bigint NOT NULL DEFAULT 0 CHECK (total_revenue_cents >= 0),
  platform_commission_cents bigint NOT NULL DEFAULT 0 CHECK (platform_commission_cents >= 0),
  -- The fee when the event was created. A ticket has the fee of its checkout, which may differ.
  commission_rate_percent numeric(5, 2) NOT NULL DEFAULT instance_fee_percent()
    CHECK (commission_rate_percent BETWEEN 0 AND 100),

  status text NOT NULL CHECK (status IN ('draft', 'published', 'live', 'ended', 'canceled')),
  -- Null for drafts.
  published_at timestamptz(3),
  -- Which reminders of the present date were sent.
  reminded_day_before boolean NOT NULL DEFAULT false,
  reminded_before_start boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When title, description, date or status last changed, which calendars compare.
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT ppv_events_timezone_is_a_name
    CHECK (timezone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$'),
  CONSTRAINT ppv_events_never_oversold CHECK (total_tickets_sold + tickets_reserved <= capacity),
  CONSTRAINT ppv_events_commission_within_revenue CHECK (platform_commission_cents <= total_revenue_cents),
  -- The numbers in these names are those of older databases.
  CONSTRAINT ppv_events_check1 CHECK (status <> 'draft' OR total_tickets_sold = 0),
  CONSTRAINT ppv_events_check3 CHECK (creator_id IS NOT NULL OR status IN ('ended', 'canceled'))
);
-- Lists by what people sort and filter them by: of all events, and of a creator's.
CREATE INDEX ppv_events_by_date ON ppv_events (event_date DESC, id DESC);
CREATE INDEX ppv_events_by_tickets ON ppv_events (total_tickets_sold, id);
CREATE INDEX ppv_events_by_revenue ON ppv_events (total_revenue_cents, id);
CREATE INDEX ppv_events_by_status ON ppv_events (status, event_date, id);
CREATE INDEX ppv_events_by_creator ON ppv_events (creator_id, event_date DESC, id DESC);
CREATE INDEX ppv_events_by_creator_and_tickets ON ppv_events (creator_id, total_tickets_sold, id);
CREATE INDEX ppv_events_by_creator_and_revenue ON ppv_events (creator_id, total_revenue_cents, id);
-- For what a channel announces.
CREATE INDEX ppv_events_announced ON ppv_events (creator_id, event_date, id) WHERE status IN ('published', 'live');

-- Tickets of events, also of free ones.
CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES ppv_events (id),
  -- Null: the holder's account was deleted.
  holder_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- Null: the event was free.
  checkout_id uuid UNIQUE,
  -- 'reserved' while the payment page is open. 'refunded': what was paid for it was taken back.
  status text NOT NULL CHECK (status IN ('reserved', 'valid', 'refunded')),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT tickets_free_ones_are_valid CHECK (checkout_id IS NOT NULL OR status = 'valid')
);
CREATE UNIQUE INDEX tickets_one_per_holder ON tickets (event_id, holder_id) WHERE status IN ('reserved', 'valid');
CREATE INDEX tickets_by_event ON tickets (event_id, id);
CREATE INDEX tickets_by_holder ON tickets (holder_id, id) WHERE holder_id IS NOT NULL;
