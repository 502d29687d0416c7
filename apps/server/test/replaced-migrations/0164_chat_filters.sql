-- Filters refuse what they match; nothing is held back.
ALTER TABLE chat_settings DROP COLUMN filtered;

ALTER TABLE instance_settings
  -- Refused in every chat.
  ADD COLUMN chat_blocked_words text[] NOT NULL DEFAULT '{}';
