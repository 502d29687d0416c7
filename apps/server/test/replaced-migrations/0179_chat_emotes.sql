-- Images of a channel that people write as :name: in its chats.
CREATE TABLE chat_emotes (
  id uuid PRIMARY KEY,
  channel_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- Never changes: messages name emotes by their id and contain the name.
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9_]{1,19}$'),
  -- Null: rejected, and the file is deleted.
  image_url text,
  -- Subscribers of this tier, or of one that costs at least as much, may use it; null: everybody.
  tier_id uuid REFERENCES subscription_tiers (id) ON DELETE SET NULL,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  added_at timestamptz(3) NOT NULL DEFAULT now(),
  decided_at timestamptz(3),
  decided_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- Why it was rejected, for the streamer.
  reason text CHECK (char_length(reason) <= 500),
  UNIQUE (channel_id, name),
  CHECK ((status = 'rejected') = (image_url IS NULL))
);
CREATE INDEX chat_emotes_by_status ON chat_emotes (status, id);
CREATE INDEX chat_emotes_by_tier ON chat_emotes (tier_id) WHERE tier_id IS NOT NULL;
CREATE INDEX chat_emotes_by_admin ON chat_emotes (decided_by) WHERE decided_by IS NOT NULL;

-- The emotes of a message, of which some may have been deleted since.
ALTER TABLE chat_messages ADD COLUMN emote_ids uuid[] NOT NULL DEFAULT '{}';

ALTER TABLE instance_settings ADD COLUMN emotes_need_review boolean NOT NULL DEFAULT true;
