-- Clips of streams: parts that people cut out and share. Their files are in the storage, under `clips/{id}/`, so that
-- they outlive the recording that they were cut from.
CREATE TABLE clips (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Who made it.
  creator_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
  -- Where it begins within its first segment.
  offset_ms integer NOT NULL CHECK (offset_ms >= 0),
  duration_ms integer NOT NULL CHECK (duration_ms > 0),
  byte_length bigint NOT NULL CHECK (byte_length >= 0),
  views integer NOT NULL DEFAULT 0 CHECK (views >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX clips_of_streamer ON clips (streamer_id, created_at DESC, id DESC);
CREATE INDEX clips_by_creator ON clips (creator_id, created_at DESC);
CREATE INDEX clips_of_stream ON clips (stream_id);

-- Channels without a row allow clips to everybody who is signed in.
CREATE TABLE clip_settings (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  allowed_to text NOT NULL CHECK (allowed_to IN ('everybody', 'followers', 'subscribers', 'nobody'))
);
