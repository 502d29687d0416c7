-- The thumbnails of private uploads get URLs that only their creators know.
UPDATE streams AS s
SET thumbnail_url = '/thumbnails/' || s.id || '-' || replace(gen_random_uuid()::text, '-', '')
  || substring(s.thumbnail_url from '\.(?:webp|jpg)(?:\?.*)?$')
FROM recordings AS r
WHERE r.stream_id = s.id AND r.visibility = 'private' AND s.source = 'upload'
  AND s.thumbnail_url ~ '^/thumbnails/[0-9a-f-]{36}\.(?:webp|jpg)';
