-- Tells whose key an encoder still uses after the key was replaced, so that its owner learns of it.
ALTER TABLE streamer_data ADD COLUMN previous_stream_key_hash bytea;
CREATE INDEX streamer_data_by_previous_key ON streamer_data (previous_stream_key_hash);
