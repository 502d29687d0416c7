/** What the pages of streams show of their recordings. */
import { sql } from 'kysely';
import type { StoredRecording, StreamRecordings } from '#features/live/index.ts';
import { recordedViews } from './editing/watch-figures.repo.ts';

export const streamRecordings: StreamRecordings = {
  recording: sql<StoredRecording | null>`(
    SELECT json_build_object(
      'startsAt', r.starts_at,
      'durationMs', CASE WHEN r.state = 'ready' THEN r.duration_ms END,
      'visibility', r.visibility,
      'views', r.views,
      'description', r.description,
      'chapters', r.chapters,
      'captions', coalesce((
        SELECT json_agg(json_build_object('language', c.language, 'label', c.label) ORDER BY c.label, c.language)
        FROM recording_captions AS c WHERE c.stream_id = r.stream_id), '[]'),
      'allowsDownload', r.allows_download,
      'storyboard', r.storyboard)
    FROM recordings AS r WHERE r.stream_id = s.id AND r.state IN ('recording', 'ready'))`,
  views: recordedViews,
  // One that asks at its end becomes private once it is stored.
  isFindable: sql<boolean>`EXISTS (
    SELECT FROM recordings AS r
    WHERE r.stream_id = s.id AND r.state IN ('recording', 'ready') AND r.starts_at IS NOT NULL
      AND r.visibility = 'public' AND NOT r.asks_at_end)`,
};
