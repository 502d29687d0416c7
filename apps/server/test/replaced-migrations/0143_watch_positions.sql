-- Where a viewer stopped in the recording of a stream; null where they watched it live only.
ALTER TABLE watch_history ADD COLUMN position_ms bigint CHECK (position_ms >= 0);
