-- Tickets of events, and how many seats they take.
CREATE TABLE tickets (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES ppv_events (id),
  -- Null: the holder's account is deleted.
  holder_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- Null where the event was free.
  checkout_id uuid UNIQUE,
  -- Reserved: its payment page is open. Refunded: what was paid for it was taken back.
  status text NOT NULL CHECK (status IN ('reserved', 'valid', 'refunded')),
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT tickets_free_ones_are_valid CHECK (checkout_id IS NOT NULL OR status = 'valid')
);
CREATE UNIQUE INDEX tickets_one_per_holder ON tickets (event_id, holder_id) WHERE status IN ('reserved', 'valid');
CREATE INDEX tickets_by_event ON tickets (event_id, id);
CREATE INDEX tickets_by_holder ON tickets (holder_id, id) WHERE holder_id IS NOT NULL;

ALTER TABLE ppv_events
  -- Seats of payment pages that are open.
  ADD COLUMN tickets_reserved integer NOT NULL DEFAULT 0 CHECK (tickets_reserved >= 0),
  -- Which reminders of the present date were sent.
  ADD COLUMN reminded_day_before boolean NOT NULL DEFAULT false,
  ADD COLUMN reminded_before_start boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT ppv_events_never_oversold,
  ADD CONSTRAINT ppv_events_never_oversold CHECK (total_tickets_sold + tickets_reserved <= capacity);
