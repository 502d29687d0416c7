import type { RecordingQualities } from '@tributary/contracts/recordings';
import { sql } from 'kysely';

/** The files of the original contain everything but the edges of exact cuts, see `hasEdges`. */
const isOffered = sql`l.ladder IS NOT NULL AND (r.trim IS NULL OR r.trim->>'revision' IS NOT DISTINCT FROM l.revision
  OR NOT jsonb_path_exists(r.trim, '$.segments[*].run ? (@ starts with "trims/")'))`;

/** The renditions of the recording `r` as its creator sees them; null where none are being made. */
export const qualitiesOf = sql<RecordingQualities | null>`(
  SELECT jsonb_build_object('state', l.state, 'names', to_jsonb(l.names), 'share', l.share,
    'isOffered', ${isOffered}, 'problem', l.problem)
  FROM recording_ladders AS l WHERE l.stream_id = r.stream_id)`;
