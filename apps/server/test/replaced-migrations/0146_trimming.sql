-- What creators cut out of recordings, and recordings that were split into several.
ALTER TABLE recordings
  -- The recording whose files a part plays that was split off; null: its own. That recording may be deleted.
  ADD COLUMN split_from uuid,
  -- Its files are in the storage under `recordings/{media_id}/`, until no recording has this id.
  ADD COLUMN media_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(split_from, stream_id)) STORED,
  -- What of the files is kept, as the code that writes it says; null: everything.
  ADD COLUMN trim jsonb CHECK (jsonb_typeof(trim) = 'object');
CREATE INDEX recordings_of_media ON recordings (media_id);
