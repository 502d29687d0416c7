-- Recordings of streams, their captions, uploads that become recordings, and clips.

-- The recording of a stream. Its files are in the storage under `recordings/{media_id}/`.
CREATE TABLE recordings (
  stream_id uuid PRIMARY KEY REFERENCES streams (id) ON DELETE CASCADE,
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- 'ready' once the stream has ended and the playlists are stored. 'deleted' can be undone for a while.
  state text NOT NULL DEFAULT 'recording' CHECK (state IN ('recording', 'ready', 'deleted')),
  visibility text NOT NULL DEFAULT 'public' CHECK (visibility IN ('public', 'unlisted', 'private')),
  -- When a private recording becomes public.
  publish_at timestamptz(3) CHECK (publish_at IS NULL OR visibility = 'private'),
  -- Whether those who may watch it may download it.
  allows_download boolean NOT NULL DEFAULT false,

  -- Why the recording stopped before the stream ended.
  stopped_by text CHECK (stopped_by IN ('disk_full', 'quota')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The wall time of the first frame. Set once a segment is stored: viewers of the live stream can rewind from then
  -- on.
  starts_at timestamptz(3),
  duration_ms bigint NOT NULL DEFAULT 0 CHECK (duration_ms >= 0),
  -- False where it is sound alone.
  has_video boolean NOT NULL DEFAULT true,

  description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 5000),
  -- [{"startMs": 0, "title": "Intro"}, ...], in ascending order.
  chapters jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(chapters) = 'array'),

  -- A part that was split off plays the files of this recording, which may be deleted. Null: it has its own files.
  split_from uuid,
  -- Names the folder of its files, which stay until no recording has this id.
  media_id uuid NOT NULL GENERATED ALWAYS AS (coalesce(split_from, stream_id)) STORED,
  -- The parts of the files that are kept (`Trim` in features/recordings). Null: everything.
  trim jsonb CHECK (jsonb_typeof(trim) = 'object'),
  -- The trimming whose edges are being encoded (`PendingTrim`).
  pending_trim jsonb,

  byte_length bigint NOT NULL DEFAULT 0 CHECK (byte_length >= 0),
  -- The bytes of what viewers get.
  kept_byte_length bigint NOT NULL
    GENERATED ALWAYS AS (coalesce((trim->'bytes'->>'kept')::bigint, byte_length)) STORED,
  -- The bytes of its MP4 file, for feeds. Null until it may be downloaded and a job has made the file's header.
  download_byte_length bigint CHECK (download_byte_length > 0),

  -- Small frames at regular intervals, in sheets: {"url": "/recordings/.../storyboard/...", "intervalMs": 5000,
  -- "tiles": 720, "columns": 5, "rows": 5}. Null until it is made, and where none can be made.
  storyboard jsonb CHECK (jsonb_typeof(storyboard) = 'object'),
  storyboard_byte_length bigint NOT NULL DEFAULT 0 CHECK (storyboard_byte_length >= 0),
  -- When it was asked for. Null once it is made, or cannot be made.
  storyboard_wanted_at timestamptz(3) DEFAULT now(),

  -- Since the stream ended, and without saying by whom: views count once a day for each browser.
  views integer NOT NULL DEFAULT 0 CHECK (views >= 0),
  watched_seconds bigint NOT NULL DEFAULT 0 CHECK (watched_seconds >= 0),

  -- Once the stream has ended, its creator is asked whether to keep the recording.
  asks_at_end boolean NOT NULL DEFAULT false,
  -- When it is deleted unless its creator keeps it. Until then it is private.
  decide_by timestamptz(3),
  -- When the creator was told that its retention ends soon.
  deletion_announced_at timestamptz(3),
  deleted_at timestamptz(3),
  CHECK ((state = 'deleted') = (deleted_at IS NOT NULL))
);
CREATE INDEX recordings_of_streamer ON recordings (streamer_id, created_at DESC, stream_id DESC);
CREATE INDEX recordings_of_media ON recordings (media_id);
-- For jobs: those whose retention ends, that a stopped process left unfinished, that wait for a decision, whose
-- deletion can no longer be undone, and that need a storyboard.
CREATE INDEX recordings_by_age ON recordings (created_at);
CREATE INDEX recordings_unfinished ON recordings (stream_id) WHERE state = 'recording';
CREATE INDEX recordings_undecided ON recordings (decide_by) WHERE decide_by IS NOT NULL;
CREATE INDEX recordings_deleted ON recordings (deleted_at) WHERE state = 'deleted';
CREATE INDEX recordings_storyboard_wanted ON recordings (storyboard_wanted_at)
  WHERE storyboard_wanted_at IS NOT NULL AND state = 'ready';

-- Lists show an upload while its recording is public.
CREATE FUNCTION recordings_publish_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE streams SET is_published = NEW.state = 'ready' AND NEW.visibility = 'public'
    WHERE id = NEW.stream_id AND source = 'upload';
  RETURN NULL;
END $$;
CREATE TRIGGER recordings_publish_upload AFTER INSERT OR UPDATE OF state, visibility ON recordings
  FOR EACH ROW EXECUTE FUNCTION recordings_publish_upload();

-- Whether the streams of a channel are recorded. Without a row they are.
CREATE TABLE recording_settings (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  -- 'ask': they are recorded, and the creator decides at the end whether the recording is kept.
  records text NOT NULL CHECK (records IN ('always', 'ask', 'never'))
);

-- Captions of recordings, one file for each language.
CREATE TABLE recording_captions (
  stream_id uuid NOT NULL REFERENCES recordings (stream_id) ON DELETE CASCADE,
  -- A BCP 47 language tag in its canonical form.
  language text NOT NULL CHECK (char_length(language) BETWEEN 2 AND 35),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 60),
  webvtt text NOT NULL,
  -- The bytes of the file, so that adding up the storage of a channel reads no file.
  byte_length integer NOT NULL CHECK (byte_length BETWEEN 1 AND 1048576),
  -- As viewers of the trimmed recording see them, and the trimming that they are for. Moving the times of a large
  -- file takes a second, so it is done once for each trimming, when they are first requested.
  trimmed_webvtt text,
  trimmed_revision text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (stream_id, language)
);

-- Video and audio files that creators upload, until they are processed: a processed upload is a recording and has no
-- row here. The files are on the disk of the process.
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
  -- The line in which it waits for its turn: channels take turns, and small files have a lane of their own.
  lane text NOT NULL DEFAULT 'large' CHECK (lane IN ('small', 'large')),
  -- The place in its lane, by time.
  queued_at timestamptz NOT NULL DEFAULT now(),
  -- Until then a process works on it, or it waits after a failure.
  held_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  -- The attempt that is under way: a process that was paused must not continue an earlier one.
  attempt text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When it last made progress.
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX uploads_of_streamer ON uploads (streamer_id, created_at DESC);
CREATE INDEX uploads_by_age ON uploads (updated_at);
CREATE INDEX uploads_waiting ON uploads (lane, queued_at, id) WHERE state = 'processing';

-- Clips: parts of streams that people cut out and share. Their files are in the storage under `clips/{id}/`, so that
-- they outlive the recording that they were cut from.
CREATE TABLE clips (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  streamer_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- The viewer who made it.
  creator_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
  -- The beginning within its first segment.
  offset_ms integer NOT NULL CHECK (offset_ms >= 0),
  duration_ms integer NOT NULL CHECK (duration_ms > 0),
  byte_length bigint NOT NULL CHECK (byte_length >= 0),
  -- Without a thumbnail of its own it shows that of its stream.
  has_thumbnail boolean NOT NULL DEFAULT false,
  -- Ranges of the original recording, so that the clip is hidden while they are cut. Null: unknown, in old clips.
  shows jsonb,
  views integer NOT NULL DEFAULT 0 CHECK (views >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX clips_of_streamer ON clips (streamer_id, created_at DESC, id DESC);
CREATE INDEX clips_by_creator ON clips (creator_id, created_at DESC);
CREATE INDEX clips_of_stream ON clips (stream_id);

-- The people who may make clips of a channel's streams. Without a row, every account may.
CREATE TABLE clip_settings (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  allowed_to text NOT NULL CHECK (allowed_to IN ('everybody', 'followers', 'subscribers', 'nobody'))
);
