-- Notifications go when they are old, those that have been read before the others: each kind, the oldest first.
CREATE INDEX notifications_by_age ON notifications (read, created_at);
