-- The message of the same stream that this one answers. It may have been deleted since.
ALTER TABLE chat_messages ADD COLUMN reply_to bigint CHECK (reply_to < number);
