-- The fact that a line of the server in a chat reports, as the contract `chatFact`, so that each viewer reads it in their
-- own language. Null: a message of a person, a donation (which has its own row), or a line of an earlier version.
ALTER TABLE chat_messages ADD COLUMN fact jsonb;
