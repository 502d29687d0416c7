-- How live streams, channels and recordings are found: by words (full text), and by misspelt ones (trigrams). The
-- words and letters are in tables of their own, which triggers keep (docs/decisions/010).

-- Text as search compares it: lower case without accents, vowel points and apostrophes, words separated by one space.
-- It lists punctuation by code point, because what counts as a letter depends on the database's locale.
CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(
  regexp_replace(
    lower(normalize($1, NFKD)),
    '[''`\u2018\u2019\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]', '', 'g'
  ),
  '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u061b\u061f\u2000-\u206f\u3000-\u303f]+', ' ', 'g'
));

-- The words of texts in the form of search_text. They are not stemmed, since people write in any language.
CREATE FUNCTION search_words(text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_to_tsvector(array_remove(string_to_array(array_to_string($1, ' '), ' '), ''));

-- Matches all words of a text in that form, the last one as a prefix, since people search while they type. Null: the
-- text has no words.
CREATE FUNCTION search_query(text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN $1 <> '' THEN ('''' || replace($1, ' ', ''' & ''') || ''':*')::tsquery END;

-- The letters of a text in that form, for trigrams. Under the C locale, which the embedded server has, pg_trgm
-- ignores all letters outside ASCII: each of them becomes one of 36 ASCII letters and digits.
CREATE FUNCTION search_letters(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN octet_length($1) = char_length($1) THEN $1 ELSE (
  SELECT string_agg(
    CASE WHEN ascii(letter) < 128 THEN letter
      ELSE substr('abcdefghijklmnopqrstuvwxyz0123456789', ascii(letter) % 36 + 1, 1) END,
    '' ORDER BY place
  )
  FROM string_to_table($1, NULL) WITH ORDINALITY AS letters (letter, place)
) END;
CREATE FUNCTION search_letters(text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN search_letters(array_to_string($1, ' '));

-- The text that live streams are found by. Rows of `streams` change every few seconds while they are live; these
-- change only with their words, and so do the indexes.
CREATE TABLE search_streams (
  stream_id uuid PRIMARY KEY REFERENCES streams (id) ON DELETE CASCADE,
  -- Title, category, tags, and the names of the streamer, each as search_text.
  parts text[] NOT NULL,
  words tsvector NOT NULL GENERATED ALWAYS AS (search_words(parts)) STORED,
  letters text NOT NULL GENERATED ALWAYS AS (search_letters(parts)) STORED
);
-- Without fastupdate, since each search would read the list of entries that are still to be sorted in.
CREATE INDEX search_streams_by_words ON search_streams USING gin (words) WITH (fastupdate = off);
CREATE INDEX search_streams_by_letters ON search_streams USING gin (letters gin_trgm_ops) WITH (fastupdate = off);

-- The text that channels are found by.
CREATE TABLE search_channels (
  user_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  -- The names, each as search_text.
  parts text[] NOT NULL,
  words tsvector NOT NULL GENERATED ALWAYS AS (search_words(parts)) STORED,
  letters text NOT NULL GENERATED ALWAYS AS (search_letters(parts)) STORED
);
CREATE INDEX search_channels_by_words ON search_channels USING gin (words) WITH (fastupdate = off);
CREATE INDEX search_channels_by_letters ON search_channels USING gin (letters gin_trgm_ops) WITH (fastupdate = off);

-- The recordings that lists show, and the text that they are found by, so that lists read one table in the order that
-- they show. Recordings of banned creators stay here, because lists join their profiles.
CREATE TABLE search_recordings (
  stream_id uuid PRIMARY KEY REFERENCES recordings (stream_id) ON DELETE CASCADE,
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  category text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  -- As in search_streams.
  parts text[] NOT NULL,
  words tsvector NOT NULL GENERATED ALWAYS AS (search_words(parts)) STORED
);
CREATE INDEX search_recordings_newest ON search_recordings (started_at DESC, stream_id DESC);
CREATE INDEX search_recordings_by_category ON search_recordings (category, started_at DESC, stream_id DESC);
CREATE INDEX search_recordings_by_streamer ON search_recordings (streamer_id, started_at DESC, stream_id DESC);
CREATE INDEX search_recordings_by_words ON search_recordings USING gin (words) WITH (fastupdate = off);

-- Each of these brings the search row of one live stream, channel or recording up to date.
CREATE FUNCTION index_stream(streams) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_streams WHERE stream_id = $1.id;
  IF $1.status = 'live' THEN
    INSERT INTO search_streams (stream_id, parts)
      SELECT $1.id, ARRAY(
        SELECT search_text(part)
        FROM unnest(ARRAY[$1.title, $1.category, p.username, p.display_name] || $1.tags) AS part
      )
      FROM profiles AS p WHERE p.id = $1.streamer_id;
  END IF;
END $$;
CREATE FUNCTION index_channel(channel uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_channels WHERE user_id = channel;
  INSERT INTO search_channels (user_id, parts)
    SELECT id, ARRAY[search_text(username), search_text(display_name)]
    FROM profiles JOIN streamer_data ON user_id = id WHERE id = channel;
END $$;
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

-- They run whenever a column changes that the search rows depend on.
CREATE FUNCTION streams_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_stream(NEW);
  RETURN NULL;
END $$;
CREATE TRIGGER streams_index AFTER INSERT OR UPDATE OF title, category, tags, status ON streams
  FOR EACH ROW EXECUTE FUNCTION streams_index();

CREATE FUNCTION streams_index_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_recording(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER streams_index_recording
  AFTER UPDATE OF title, category, tags, status, end_reason, hidden_at ON streams
  FOR EACH ROW EXECUTE FUNCTION streams_index_recording();

CREATE FUNCTION recordings_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_recording(NEW.stream_id);
  RETURN NULL;
END $$;
CREATE TRIGGER recordings_index AFTER INSERT OR UPDATE OF state, visibility ON recordings
  FOR EACH ROW EXECUTE FUNCTION recordings_index();

CREATE FUNCTION streamer_data_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_channel(NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER streamer_data_index AFTER INSERT ON streamer_data
  FOR EACH ROW EXECUTE FUNCTION streamer_data_index();

CREATE FUNCTION profiles_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_channel(NEW.id);
  PERFORM index_stream(s) FROM streams AS s WHERE s.streamer_id = NEW.id AND s.status = 'live';
  PERFORM index_recording(r.stream_id) FROM recordings AS r WHERE r.streamer_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER profiles_index AFTER UPDATE OF username, display_name ON profiles
  FOR EACH ROW WHEN ((OLD.username, OLD.display_name) IS DISTINCT FROM (NEW.username, NEW.display_name))
  EXECUTE FUNCTION profiles_index();

-- Live streams and channels whose letters are similar to `$1`, which has the form of search_letters. They are
-- functions, so that the threshold holds for them alone: with the default of pg_trgm, "minecarft" does not find
-- "minecraft". The planner takes comparing letters for as cheap as comparing numbers, and would compare those of each
-- row if it were not for enable_seqscan = off. At most 500 are compared, since comparing is what a misspelt search costs.
CREATE FUNCTION streams_alike(text) RETURNS TABLE (id uuid, likeness real) LANGUAGE sql STABLE ROWS 20
SET pg_trgm.word_similarity_threshold = 0.45 SET enable_seqscan = off AS $$
  SELECT stream_id, word_similarity($1, letters) FROM search_streams WHERE $1 <% letters LIMIT 500
$$;
CREATE FUNCTION channels_alike(text) RETURNS TABLE (id uuid, likeness real) LANGUAGE sql STABLE ROWS 20
SET pg_trgm.word_similarity_threshold = 0.45 SET enable_seqscan = off AS $$
  SELECT user_id, word_similarity($1, letters) FROM search_channels WHERE $1 <% letters LIMIT 500
$$;
