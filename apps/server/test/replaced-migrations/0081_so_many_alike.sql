-- Of what is written like something that very many have in their names, this many are compared: to
-- compare letters is what a misspelt search costs.
CREATE OR REPLACE FUNCTION streams_alike(text) RETURNS TABLE (id uuid, likeness real) LANGUAGE sql STABLE ROWS 20
SET pg_trgm.word_similarity_threshold = 0.45 SET enable_seqscan = off AS $$
  SELECT stream_id, word_similarity($1, letters) FROM search_streams WHERE $1 <% letters LIMIT 500
$$;
CREATE OR REPLACE FUNCTION channels_alike(text) RETURNS TABLE (id uuid, likeness real) LANGUAGE sql STABLE ROWS 20
SET pg_trgm.word_similarity_threshold = 0.45 SET enable_seqscan = off AS $$
  SELECT user_id, word_similarity($1, letters) FROM search_channels WHERE $1 <% letters LIMIT 500
$$;
