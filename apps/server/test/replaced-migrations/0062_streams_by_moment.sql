-- A cursor says where a page ended: in milliseconds, as all that read a time from here count, and as all
-- that write this one do. What is made of the column makes room for it meanwhile, with its indexes.
ALTER TABLE streams DROP COLUMN lasted_seconds, DROP COLUMN average_viewers;
ALTER TABLE streams ALTER COLUMN started_at TYPE timestamptz(3);
ALTER TABLE streams
  ADD COLUMN lasted_seconds integer NOT NULL
    GENERATED ALWAYS AS (greatest(0, extract(epoch FROM coalesce(ended_at, seen_at) - started_at))::integer) STORED,
  ADD COLUMN average_viewers double precision NOT NULL
    GENERATED ALWAYS AS (watched_seconds / greatest(1, extract(epoch FROM coalesce(ended_at, seen_at) - started_at))) STORED;
CREATE INDEX streams_past_by_duration ON streams (streamer_id, lasted_seconds, id) WHERE status = 'ended';
CREATE INDEX streams_past_by_average ON streams (streamer_id, average_viewers, id) WHERE status = 'ended';
