-- The gate that a channel returns to when an event is over, which takes its place meanwhile.
ALTER TABLE streamer_data
  ADD COLUMN regular_gate_kind text CHECK (regular_gate_kind IN ('event', 'subscribers')),
  ADD COLUMN regular_gate_id uuid,
  ADD CONSTRAINT streamer_data_regular_gate_check CHECK ((regular_gate_kind IS NULL) = (regular_gate_id IS NULL));
UPDATE streamer_data SET regular_gate_kind = stream_gate_kind, regular_gate_id = stream_gate_id
WHERE stream_gate_kind = 'subscribers';
