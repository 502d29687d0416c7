-- Followers are notified; the column says so.
ALTER TABLE live_announcements RENAME COLUMN told_up_to TO notified_up_to;
