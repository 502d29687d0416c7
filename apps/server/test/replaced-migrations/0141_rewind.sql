-- The wall time of a recording's first frame. Set once a segment is stored: viewers of a running stream can rewind from
-- then on.
ALTER TABLE recordings ADD COLUMN starts_at timestamptz(3);
UPDATE recordings AS r SET starts_at = s.started_at FROM streams AS s WHERE s.id = r.stream_id;
