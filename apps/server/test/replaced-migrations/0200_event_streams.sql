-- Whether streams around the time of a paid event are for its ticket holders: its creator is asked when it is published.
ALTER TABLE ppv_events ADD COLUMN takes_streams boolean NOT NULL DEFAULT true;

-- The streams of an event.
CREATE INDEX streams_of_events ON streams (gate_id, started_at DESC) WHERE gate_kind = 'event';
