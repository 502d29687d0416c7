-- The renditions that are made of live streams: by the shorter side of their pictures, and how many cores one channel may
-- use at a time (0: as many as the process has for it).
ALTER TABLE instance_settings
  ADD COLUMN transcoding_heights integer[] NOT NULL DEFAULT '{720,480,240}'
    CHECK (cardinality(transcoding_heights) <= 6),
  ADD COLUMN transcoding_cores_per_channel double precision NOT NULL DEFAULT 0
    CHECK (transcoding_cores_per_channel >= 0);
