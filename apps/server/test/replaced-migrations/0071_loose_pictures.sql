-- Pictures that nobody's row names: just stored, or just replaced. Usually for a moment; where the
-- program ended in that moment, the file is found by this and deleted.

CREATE TABLE loose_pictures (
  url text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX loose_pictures_by_age ON loose_pictures (since);
