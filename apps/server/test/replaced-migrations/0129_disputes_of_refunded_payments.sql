-- What a dispute takes from the creator: the disputed amount without what was refunded before.
ALTER TABLE disputes ADD COLUMN withheld_cents bigint CHECK (withheld_cents BETWEEN 0 AND amount_cents);
UPDATE disputes SET withheld_cents = amount_cents;
ALTER TABLE disputes ALTER COLUMN withheld_cents SET NOT NULL;

-- Events of providers are deleted by their age, whether they could be processed or not, and keep only what is read.
DROP INDEX provider_events_processed;
CREATE INDEX provider_events_by_age ON provider_events (received_at);
UPDATE provider_events SET body = jsonb_strip_nulls(jsonb_build_object(
  'id', body -> 'id', 'type', body -> 'type', 'account', body -> 'account',
  'data', jsonb_build_object('object', jsonb_build_object(
    'object', body #> '{data,object,object}', 'id', body #> '{data,object,id}',
    'payment_intent', body #> '{data,object,payment_intent}'))))
WHERE provider = 'stripe';
