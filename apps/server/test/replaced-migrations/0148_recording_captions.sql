-- Captions of recordings, one file for each language.
CREATE TABLE recording_captions (
  stream_id uuid NOT NULL REFERENCES recordings (stream_id) ON DELETE CASCADE,
  -- A BCP 47 language tag in its canonical form.
  language text NOT NULL CHECK (char_length(language) BETWEEN 2 AND 35),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 60),
  webvtt text NOT NULL,
  -- Of the file, so that counting the storage of a channel reads no file.
  byte_length integer NOT NULL CHECK (byte_length BETWEEN 1 AND 1048576),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (stream_id, language)
);
