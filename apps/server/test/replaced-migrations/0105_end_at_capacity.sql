-- A stream that ended because the live streams needed more memory than the server has.
ALTER TABLE streams DROP CONSTRAINT streams_end_reason_check;
ALTER TABLE streams ADD CONSTRAINT streams_end_reason_check CHECK (
  end_reason IN ('unpublished', 'connection_lost', 'taken_over', 'protocol_error', 'unsupported_media', 'kicked', 'stopped', 'at_capacity', 'shutdown', 'lost')
);
