-- Money's lists by what people sort them by: one index for each order, of everybody's rows and of one's
-- own. Those of one state are read along it, or, where they are few, by the index of states.
CREATE INDEX donations_by_amount ON donations (amount, id);
CREATE INDEX donations_by_recipient_and_amount ON donations (recipient_id, amount, id);
CREATE INDEX donations_by_recipient_and_status ON donations (recipient_id, status, id);

-- A cursor says where a page ended: in milliseconds, as all that read a time from here count.
ALTER TABLE payouts
  ALTER COLUMN period_start TYPE timestamptz(3),
  ALTER COLUMN period_end TYPE timestamptz(3),
  ALTER COLUMN due_date TYPE timestamptz(3);
DROP INDEX payouts_by_streamer, payouts_by_status;
CREATE INDEX payouts_by_due_date ON payouts (due_date, id);
CREATE INDEX payouts_by_amount ON payouts (amount, id);
CREATE INDEX payouts_by_status ON payouts (status, due_date, id);
CREATE INDEX payouts_by_streamer ON payouts (streamer_id, due_date, id);
CREATE INDEX payouts_by_streamer_and_amount ON payouts (streamer_id, amount, id);

ALTER TABLE ppv_events
  ALTER COLUMN event_date TYPE timestamptz(3),
  -- An IANA name by its look; packages/contracts asks a clock whether there is such a zone.
  ADD CONSTRAINT ppv_events_timezone_is_a_name
    CHECK (timezone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$');
CREATE INDEX ppv_events_by_tickets ON ppv_events (total_tickets_sold, id);
CREATE INDEX ppv_events_by_revenue ON ppv_events (total_revenue_cents, id);
CREATE INDEX ppv_events_by_status ON ppv_events (status, event_date, id);
CREATE INDEX ppv_events_by_creator_and_tickets ON ppv_events (creator_id, total_tickets_sold, id);
CREATE INDEX ppv_events_by_creator_and_revenue ON ppv_events (creator_id, total_revenue_cents, id);
