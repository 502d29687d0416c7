ALTER TABLE recordings
  -- False where it is sound alone. Those made before were not looked at.
  ADD COLUMN has_video boolean NOT NULL DEFAULT true,
  -- Of its MP4 file, for feeds. Null until somebody may download it and the job has made the file's header.
  ADD COLUMN download_byte_length bigint CHECK (download_byte_length > 0);
