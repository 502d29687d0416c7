import type { ChatBadge, StreamId, UserId } from '@tributary/contracts';
import type { Generated } from 'kysely';

interface ChatRoomsTable {
  stream_id: StreamId;
  last_number: Generated<number>;
}

interface ChatMessagesTable {
  stream_id: StreamId;
  number: number;
  author_id: UserId;
  client_id: string;
  text: string;
  badges: ChatBadge[];
  sent_at: Generated<Date>;
  deleted_at: Date | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    chat_rooms: ChatRoomsTable;
    chat_messages: ChatMessagesTable;
  }
}
