-- The video that a creator shows first on the channel's page: a recording or an upload. Null: none.
ALTER TABLE profile_pages ADD COLUMN featured_stream_id uuid REFERENCES streams (id) ON DELETE SET NULL;
CREATE INDEX profile_pages_by_featured_stream ON profile_pages (featured_stream_id)
  WHERE featured_stream_id IS NOT NULL;
