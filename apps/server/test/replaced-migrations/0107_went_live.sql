-- Notifications of a stream stay in the bell after it has ended, so they say when it began.
UPDATE notifications SET title = regexp_replace(title, ' is live$', ' went live')
WHERE type = 'stream_live';
