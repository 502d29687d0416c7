-- Videos that creators upload. A processed upload is the recording of an ended stream that never ran.
ALTER TABLE streams
  ADD COLUMN source text NOT NULL DEFAULT 'live' CHECK (source IN ('live', 'upload')),
  -- Whether lists may show it. An upload is in none until its recording is public.
  ADD COLUMN is_published boolean NOT NULL DEFAULT true;

CREATE FUNCTION recordings_publish_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE streams SET is_published = NEW.state = 'ready' AND NEW.visibility = 'public'
    WHERE id = NEW.stream_id AND source = 'upload';
  RETURN NULL;
END $$;
CREATE TRIGGER recordings_publish_upload AFTER INSERT OR UPDATE OF state, visibility ON recordings
  FOR EACH ROW EXECUTE FUNCTION recordings_publish_upload();

-- Uploads until they are processed. Their files are on the disk of the process; a processed upload has no row.
CREATE TABLE uploads (
  -- Becomes the id of the stream.
  id uuid PRIMARY KEY,
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  file_name text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 255),
  -- As the uploader declared it.
  byte_length bigint NOT NULL CHECK (byte_length > 0),
  received_bytes bigint NOT NULL DEFAULT 0 CHECK (received_bytes >= 0),
  state text NOT NULL DEFAULT 'uploading' CHECK (state IN ('uploading', 'processing', 'failed')),
  -- The share that is processed, from 0 to 1.
  processed real NOT NULL DEFAULT 0 CHECK (processed BETWEEN 0 AND 1),
  -- A sentence for the uploader.
  failure text CHECK ((state = 'failed') = (failure IS NOT NULL)),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When it last got on.
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX uploads_of_streamer ON uploads (streamer_id, created_at DESC);
CREATE INDEX uploads_by_age ON uploads (updated_at);

ALTER TABLE instance_settings
  -- Of one file. 0: nothing can be uploaded.
  ADD COLUMN upload_max_gib integer NOT NULL DEFAULT 10 CHECK (upload_max_gib >= 0);
