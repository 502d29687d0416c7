-- What admins see of a report: whose channel it happened in, the moment, and a frame.
ALTER TABLE report_cases ADD COLUMN channel_id uuid REFERENCES profiles (id) ON DELETE SET NULL;
CREATE INDEX report_cases_by_channel ON report_cases (channel_id) WHERE channel_id IS NOT NULL;
UPDATE report_cases AS c SET channel_id = s.streamer_id
  FROM streams AS s WHERE c.kind IN ('stream', 'message') AND s.id::text = coalesce(c.target ->> 'streamId', c.target ->> 'id');
UPDATE report_cases AS c SET channel_id = k.streamer_id
  FROM clips AS k WHERE c.kind = 'clip' AND k.id::text = c.target ->> 'id';
UPDATE report_cases AS c SET channel_id = c.subject_id WHERE c.kind IN ('profile', 'event');
UPDATE report_cases AS c SET channel_id = d.recipient_id
  FROM donations AS d WHERE c.kind = 'donation' AND d.id::text = c.target ->> 'id';

-- Where the person was in the recording, or how long the stream had been running.
ALTER TABLE reports ADD COLUMN position_ms bigint CHECK (position_ms >= 0);

-- Only admins see these. They are deleted with their report, and so with the case.
CREATE TABLE report_frames (
  report_id uuid PRIMARY KEY REFERENCES reports (id) ON DELETE CASCADE,
  shows text NOT NULL CHECK (shows IN ('moment', 'thumbnail')),
  -- WebP.
  image bytea NOT NULL
);
