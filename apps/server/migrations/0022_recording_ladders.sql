-- Whether recordings and uploads get renditions in the background.
ALTER TABLE instance_settings
  ADD COLUMN recording_renditions boolean NOT NULL DEFAULT true;

-- The renditions of a stored video. Their files are in the storage under `ladders/{media_id}/`; a recording that plays the
-- files of another one has a row of its own, since its cuts have frames of their own. A recording without a row waits.
CREATE TABLE recording_ladders (
  stream_id uuid PRIMARY KEY REFERENCES recordings (stream_id) ON DELETE CASCADE,
  -- 'making' also while it waits for its turn or for room, 'failed' until it is tried again.
  state text NOT NULL DEFAULT 'making' CHECK (state IN ('making', 'ready', 'failed')),
  -- The names of the renditions, the largest first. Empty until they are known, and where the video needs none.
  names text[] NOT NULL DEFAULT '{}',
  -- How much of them is stored, from 0 to 1.
  share real NOT NULL DEFAULT 0 CHECK (share BETWEEN 0 AND 1),
  -- What playlists list once all of it is stored (`StoredLadder` in media/recorder).
  ladder jsonb CHECK (jsonb_typeof(ladder) = 'object'),
  -- The trimming whose cuts it contains (`Trim` in features/recordings); null: those of the whole recording, which has none.
  revision text,
  -- Why it waits or has failed, as a sentence for the creator.
  problem text,
  -- Attempts in a row that have failed without storing anything.
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  -- The process that makes it extends this. Once it has passed, another one may go on.
  held_until timestamptz(3),
  -- Tells the process that holds it from one that held it before.
  holder uuid,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
