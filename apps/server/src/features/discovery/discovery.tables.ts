import type { StreamId, UserId } from '@tributary/contracts';
import type { GeneratedAlways } from 'kysely';

/** Kept by triggers on what they are made of; the last two serve conditions and are never read. */
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

declare module '#platform/db/schema.ts' {
  interface Schema {
    search_streams: SearchStreamsTable;
    search_channels: SearchChannelsTable;
  }
}
