-- Admins find past broadcasts by any part of their titles. Live ones are few, and their rows change
-- every few seconds: an index of them would cost more than it spares.
CREATE INDEX streams_past_by_title ON streams USING gin (title gin_trgm_ops) WHERE status = 'ended';
