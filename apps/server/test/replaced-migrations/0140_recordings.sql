-- Recordings of streams. Their files are in the storage, under `recordings/{stream_id}/`.
CREATE TABLE recordings (
  stream_id uuid PRIMARY KEY REFERENCES streams (id) ON DELETE CASCADE,
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Ready once the stream has ended and the playlists are stored.
  state text NOT NULL DEFAULT 'recording' CHECK (state IN ('recording', 'ready')),
  visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'unlisted', 'private')),
  -- Why the recording stopped before the stream ended.
  stopped_by text CHECK (stopped_by IN ('disk_full', 'quota')),
  byte_length bigint NOT NULL DEFAULT 0 CHECK (byte_length >= 0),
  duration_ms bigint NOT NULL DEFAULT 0 CHECK (duration_ms >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The notice before its retention ends has been sent.
  deletion_announced_at timestamptz(3)
);
CREATE INDEX recordings_of_streamer ON recordings (streamer_id, created_at DESC, stream_id DESC);
CREATE INDEX recordings_by_age ON recordings (created_at);
CREATE INDEX recordings_unfinished ON recordings (stream_id) WHERE state = 'recording';

-- Channels without a row are recorded.
CREATE TABLE recording_settings (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  records boolean NOT NULL
);

ALTER TABLE instance_settings
  ADD COLUMN recordings_enabled boolean NOT NULL DEFAULT true,
  -- 0: recordings are kept until they are deleted.
  ADD COLUMN recording_retention_days integer NOT NULL DEFAULT 60 CHECK (recording_retention_days >= 0),
  -- Of each channel. 0: no limit.
  ADD COLUMN recording_quota_gib integer NOT NULL DEFAULT 100 CHECK (recording_quota_gib >= 0);
