-- One appeal against each ban from a channel's chats. A granted appeal ends the ban, so a reply means that it stays.
ALTER TABLE chat_bans
  ADD COLUMN appeal text CHECK (char_length(appeal) BETWEEN 10 AND 1000),
  ADD COLUMN appealed_at timestamptz(3),
  -- Empty: refused without words.
  ADD COLUMN appeal_reply text CHECK (char_length(appeal_reply) <= 500),
  ADD CHECK ((appeal IS NULL) = (appealed_at IS NULL)),
  ADD CHECK (appeal IS NOT NULL OR appeal_reply IS NULL);
CREATE INDEX chat_bans_appealed ON chat_bans (channel_id, appealed_at)
  WHERE appeal IS NOT NULL AND appeal_reply IS NULL;
