import type { StreamId, UserId } from '@tributary/contracts';
import type { GeneratedAlways } from 'kysely';

/** Maintained by triggers. `words` and `letters` are only used in conditions and never selected. */
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
