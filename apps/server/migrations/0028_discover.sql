-- Discover: the languages of streams, and the categories that people follow.

-- The language that a stream is in: an ISO 639-1 code. Null: its creator states none.
ALTER TABLE streams ADD COLUMN language text CHECK (char_length(language) BETWEEN 2 AND 8);
-- The language of the streams that the channel starts now.
ALTER TABLE streamer_data ADD COLUMN stream_language text CHECK (char_length(stream_language) BETWEEN 2 AND 8);
CREATE INDEX streams_listed_by_language ON streams (language, current_viewers DESC, id)
  WHERE status = 'live' AND hidden_at IS NULL;
-- The channels that were live last in a category.
CREATE INDEX streams_ended_by_category ON streams (category, ended_at DESC) WHERE status = 'ended';

-- As in streams, so that lists of recordings in a language read one table in the order that they show.
ALTER TABLE search_recordings ADD COLUMN language text;
CREATE INDEX search_recordings_by_language ON search_recordings (language, started_at DESC, stream_id DESC);

CREATE OR REPLACE FUNCTION index_recording(stream uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_recordings WHERE stream_id = stream;
  INSERT INTO search_recordings (stream_id, streamer_id, category, language, started_at, parts)
    SELECT s.id, s.streamer_id, s.category, s.language, s.started_at, ARRAY(
      SELECT search_text(part)
      FROM unnest(ARRAY[s.title, s.category, p.username, p.display_name] || s.tags) AS part
    )
    FROM recordings AS r
    JOIN streams AS s ON s.id = r.stream_id
    JOIN profiles AS p ON p.id = s.streamer_id
    WHERE r.stream_id = stream AND r.state = 'ready' AND r.visibility = 'public'
      AND s.status = 'ended' AND s.end_reason IS DISTINCT FROM 'kicked' AND s.hidden_at IS NULL;
END $$;

DROP TRIGGER streams_index_recording ON streams;
CREATE TRIGGER streams_index_recording
  AFTER UPDATE OF title, category, tags, language, status, end_reason, hidden_at ON streams
  FOR EACH ROW EXECUTE FUNCTION streams_index_recording();

-- A person follows a category to find its live streams on Home, and it first in Discover.
CREATE TABLE category_follows (
  follower_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- A name of CATEGORIES. Categories are not rows, so that a renamed one leaves a follow that shows nothing.
  category text NOT NULL CHECK (char_length(category) BETWEEN 1 AND 40),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (follower_id, category)
);
