-- Who may watch a stream: everybody, or the people with a right to an event or a subscription (docs/decisions/015).
ALTER TABLE streams
  ADD COLUMN gate_kind text CHECK (gate_kind IN ('event', 'subscribers')),
  ADD COLUMN gate_id uuid,
  ADD CONSTRAINT streams_gate_check CHECK ((gate_kind IS NULL) = (gate_id IS NULL));
-- The gate of the streams that a channel starts.
ALTER TABLE streamer_data
  ADD COLUMN stream_gate_kind text CHECK (stream_gate_kind IN ('event', 'subscribers')),
  ADD COLUMN stream_gate_id uuid,
  ADD CONSTRAINT streamer_data_gate_check CHECK ((stream_gate_kind IS NULL) = (stream_gate_id IS NULL));
