-- Who wants something pushed or mailed but not in the bell has its row all the same, not listed: it is
-- what keeps the same news from being sent twice.
ALTER TABLE notifications ADD COLUMN listed boolean NOT NULL DEFAULT true;
DROP INDEX notifications_newest;
CREATE INDEX notifications_newest ON notifications (user_id, id DESC) WHERE listed;
DROP INDEX notifications_unread;
CREATE INDEX notifications_unread ON notifications (user_id) WHERE listed AND NOT read;
