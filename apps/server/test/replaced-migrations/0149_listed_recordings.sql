-- The recordings that lists show, and what they are found by. Kept by the triggers below, so that lists read one
-- table in the order that they show. Those of banned creators stay here: lists join their profiles.
CREATE TABLE search_recordings (
  stream_id uuid PRIMARY KEY REFERENCES recordings (stream_id) ON DELETE CASCADE,
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  category text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  -- Title, category, tags, and its streamer's names, each as search_text.
  parts text[] NOT NULL,
  words tsvector NOT NULL GENERATED ALWAYS AS (search_words(parts)) STORED
);
CREATE INDEX search_recordings_newest ON search_recordings (started_at DESC, stream_id DESC);
CREATE INDEX search_recordings_by_category ON search_recordings (category, started_at DESC, stream_id DESC);
CREATE INDEX search_recordings_by_streamer ON search_recordings (streamer_id, started_at DESC, stream_id DESC);
CREATE INDEX search_recordings_by_words ON search_recordings USING gin (words) WITH (fastupdate = off);

CREATE FUNCTION index_recording(stream uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_recordings WHERE stream_id = stream;
  INSERT INTO search_recordings (stream_id, streamer_id, category, started_at, parts)
    SELECT s.id, s.streamer_id, s.category, s.started_at, ARRAY(
      SELECT search_text(part)
      FROM unnest(ARRAY[s.title, s.category, p.username, p.display_name] || s.tags) AS part
    )
    FROM recordings AS r
    JOIN streams AS s ON s.id = r.stream_id
    JOIN profiles AS p ON p.id = s.streamer_id
    WHERE r.stream_id = stream AND r.state = 'ready' AND r.visibility = 'public'
      AND s.status = 'ended' AND s.end_reason IS DISTINCT FROM 'kicked' AND s.hidden_at IS NULL;
END $$;

CREATE FUNCTION recordings_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_recording(NEW.stream_id);
  RETURN NULL;
END $$;
CREATE TRIGGER recordings_index AFTER INSERT OR UPDATE OF state, visibility ON recordings
  FOR EACH ROW EXECUTE FUNCTION recordings_index();

CREATE FUNCTION streams_index_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_recording(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER streams_index_recording
  AFTER UPDATE OF title, category, tags, status, end_reason, hidden_at ON streams
  FOR EACH ROW EXECUTE FUNCTION streams_index_recording();

CREATE OR REPLACE FUNCTION profiles_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_channel(NEW.id);
  PERFORM index_stream(s) FROM streams AS s WHERE s.streamer_id = NEW.id AND s.status = 'live';
  PERFORM index_recording(r.stream_id) FROM recordings AS r WHERE r.streamer_id = NEW.id;
  RETURN NULL;
END $$;

SELECT index_recording(stream_id) FROM recordings;
