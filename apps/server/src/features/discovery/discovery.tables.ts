import type { Category, StreamId, StreamLanguage, UserId } from '@tributary/contracts/shared';
import type { Generated, GeneratedAlways } from 'kysely';

/** Triggers maintain these tables. `words` and `letters` are only used in conditions and never selected. */
interface SearchDocument {
  parts: string[];
  words: GeneratedAlways<string>;
  letters: GeneratedAlways<string>;
}

interface SearchStreamsTable extends SearchDocument {
  stream_id: StreamId;
}

interface SearchChannelsTable extends SearchDocument {
  user_id: UserId;
}

interface SearchRecordingsTable extends Pick<SearchDocument, 'parts' | 'words'> {
  stream_id: StreamId;
  streamer_id: UserId;
  category: Category;
  language: StreamLanguage | null;
  started_at: Date;
}

interface CategoryFollowsTable {
  follower_id: UserId;
  /** It may have been renamed since. */
  category: Category;
  created_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    search_streams: SearchStreamsTable;
    search_channels: SearchChannelsTable;
    search_recordings: SearchRecordingsTable;
    category_follows: CategoryFollowsTable;
  }
}
