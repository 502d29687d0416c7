-- How live streams and channels are found: by words (full text), and by misspelt ones (trigrams).

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Text as search compares it: small letters without accents, vowel points and apostrophes, words
-- parted by one space. Names its punctuation, because what counts as a letter depends on the
-- database's locale.
CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(regexp_replace(
  regexp_replace(
    lower(normalize($1, NFKD)),
    '[''`\u2018\u2019\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]', '', 'g'
  ),
  '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u060c\u061b\u061f\u2000-\u206f\u3000-\u303f]+', ' ', 'g'
));

-- The words of such texts. Without a language's stems: an instance's people write in any.
CREATE FUNCTION search_words(text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN array_to_tsvector(array_remove(string_to_array(array_to_string($1, ' '), ' '), ''));

-- All words of such a text; the last one may go on, since people search while they type. Null: there are none.
CREATE FUNCTION search_query(text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN $1 <> '' THEN ('''' || replace($1, ' ', ''' & ''') || ''':*')::tsquery END;

-- The letters of such a text, for trigrams. Under the C locale, which the embedded server has,
-- pg_trgm sees ASCII alone: each letter beyond it becomes one of 36.
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

-- What a live stream is found by. Apart from `streams`, whose rows change every few seconds while
-- they are live: these indexes hear of words alone.
CREATE TABLE search_streams (
  stream_id uuid PRIMARY KEY REFERENCES streams (id) ON DELETE CASCADE,
  -- Title, category, tags, and its streamer's names, each as search_text.
  parts text[] NOT NULL,
  words tsvector NOT NULL GENERATED ALWAYS AS (search_words(parts)) STORED,
  letters text NOT NULL GENERATED ALWAYS AS (search_letters(parts)) STORED
);
-- Sorted in at once: a list of what is still to be sorted in would be read by each search.
CREATE INDEX search_streams_by_words ON search_streams USING gin (words) WITH (fastupdate = off);
CREATE INDEX search_streams_by_letters ON search_streams USING gin (letters gin_trgm_ops) WITH (fastupdate = off);

-- What a channel is found by.
CREATE TABLE search_channels (
  user_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  parts text[] NOT NULL,
  words tsvector NOT NULL GENERATED ALWAYS AS (search_words(parts)) STORED,
  letters text NOT NULL GENERATED ALWAYS AS (search_letters(parts)) STORED
);
CREATE INDEX search_channels_by_words ON search_channels USING gin (words) WITH (fastupdate = off);
CREATE INDEX search_channels_by_letters ON search_channels USING gin (letters gin_trgm_ops) WITH (fastupdate = off);

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

CREATE FUNCTION streams_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_stream(NEW);
  RETURN NULL;
END $$;
CREATE TRIGGER streams_index AFTER INSERT OR UPDATE OF title, category, tags, status ON streams
  FOR EACH ROW EXECUTE FUNCTION streams_index();

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
  RETURN NULL;
END $$;
CREATE TRIGGER profiles_index AFTER UPDATE OF username, display_name ON profiles
  FOR EACH ROW WHEN ((OLD.username, OLD.display_name) IS DISTINCT FROM (NEW.username, NEW.display_name))
  EXECUTE FUNCTION profiles_index();

SELECT index_channel(user_id) FROM streamer_data;
SELECT index_stream(s) FROM streams AS s WHERE s.status = 'live';

-- What is written like `$1`, as search_letters. Functions, so that the threshold is theirs alone:
-- pg_trgm's own would not take "minecarft" for "minecraft". The planner holds comparing letters for as
-- cheap as comparing numbers, and would do it with each row.
CREATE FUNCTION streams_alike(text) RETURNS TABLE (id uuid, likeness real) LANGUAGE sql STABLE ROWS 20
SET pg_trgm.word_similarity_threshold = 0.45 SET enable_seqscan = off AS $$
  SELECT stream_id, word_similarity($1, letters) FROM search_streams WHERE $1 <% letters
$$;
CREATE FUNCTION channels_alike(text) RETURNS TABLE (id uuid, likeness real) LANGUAGE sql STABLE ROWS 20
SET pg_trgm.word_similarity_threshold = 0.45 SET enable_seqscan = off AS $$
  SELECT user_id, word_similarity($1, letters) FROM search_channels WHERE $1 <% letters
$$;

-- What is on air, category by category and in the order of beginning; `streams_featured` has it by viewers.
CREATE INDEX streams_listed_by_category ON streams (category, current_viewers DESC, id)
  WHERE status = 'live' AND hidden_at IS NULL;
CREATE INDEX streams_listed_newest ON streams (started_at DESC, id DESC)
  WHERE status = 'live' AND hidden_at IS NULL;
CREATE INDEX streams_listed_by_category_newest ON streams (category, started_at DESC, id DESC)
  WHERE status = 'live' AND hidden_at IS NULL;
