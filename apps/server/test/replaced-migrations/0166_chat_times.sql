-- A chat is replayed beside the recording of its stream from any time on.
CREATE INDEX chat_messages_by_time ON chat_messages (stream_id, sent_at, number);
