-- What creators say about a recording, who may have it, and its deletion, which can be undone for a while.
ALTER TABLE recordings
  ADD COLUMN description text NOT NULL DEFAULT '' CHECK (char_length(description) <= 5000),
  -- [{"startMs": 0, "title": "Intro"}, ...], in ascending order.
  ADD COLUMN chapters jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(chapters) = 'array'),
  -- Whether those who may watch it may download it.
  ADD COLUMN allows_download boolean NOT NULL DEFAULT false,
  -- When a private recording becomes public.
  ADD COLUMN publish_at timestamptz(3) CHECK (publish_at IS NULL OR visibility = 'private'),
  ADD COLUMN deleted_at timestamptz(3),
  DROP CONSTRAINT recordings_state_check,
  ADD CONSTRAINT recordings_state_check CHECK (state IN ('recording', 'ready', 'deleted')),
  ADD CHECK ((state = 'deleted') = (deleted_at IS NOT NULL));
CREATE INDEX recordings_deleted ON recordings (deleted_at) WHERE state = 'deleted';
