-- What pages say about themselves, below messages that link to them. Off until an admin and the channel turn it on.
ALTER TABLE instance_settings ADD COLUMN link_previews boolean NOT NULL DEFAULT false;
ALTER TABLE chat_settings ADD COLUMN link_previews boolean NOT NULL DEFAULT false;

-- See linkPreview in contracts. It is deleted with the message.
ALTER TABLE chat_messages
  ADD COLUMN preview jsonb CHECK (preview IS NULL OR deleted_at IS NULL);
