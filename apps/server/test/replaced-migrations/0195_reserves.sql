-- What was paid for the running periods of a creator's subscriptions, read from the index alone.
CREATE INDEX charges_of_subscriptions ON charges (subject_id, captured_at DESC)
  INCLUDE (gross_cents, taken_back_cents, fee_cents, held_by, released_at)
  WHERE purpose IN ('subscription', 'gift');
