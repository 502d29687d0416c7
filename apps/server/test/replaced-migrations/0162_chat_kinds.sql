ALTER TABLE chat_messages
  -- `action` is what somebody does (/me), `system` what the server reports on behalf of the author.
  ADD COLUMN kind text NOT NULL DEFAULT 'message' CHECK (kind IN ('message', 'action', 'announcement', 'system'));
