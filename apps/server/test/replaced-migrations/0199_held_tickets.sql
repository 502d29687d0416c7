-- Tickets are earned when their event has ended, and available then or later: at the end that was announced when the
-- ticket was bought, and when the holding days are over.
UPDATE charges c SET available_at = greatest(
    c.captured_at + interval '7 days',
    (SELECT e.event_date + e.duration_minutes * interval '1 minute' FROM ppv_events e WHERE e.id = c.subject_id))
WHERE purpose = 'ticket' AND released_at IS NULL AND available_at IS NULL;
DROP INDEX charges_to_release;
-- Without the tickets of events that were canceled, which are never released.
CREATE INDEX charges_to_release ON charges (available_at, id)
  WHERE released_at IS NULL AND (purpose <> 'ticket' OR earned_at IS NOT NULL);
-- Nothing is sent before this moment, since it is the first payout of a channel.
ALTER TABLE payouts ADD COLUMN waits_until timestamptz(3);
