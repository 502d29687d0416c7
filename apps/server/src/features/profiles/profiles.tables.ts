import type { UserId } from '@tributary/contracts/shared';
import type { Generated, JSONColumnType } from 'kysely';

interface ProfilePagesTable {
  user_id: UserId;
  links: JSONColumnType<string[]>;
  featured_stream_id: string | null;
  updated_at: Generated<Date>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    profile_pages: ProfilePagesTable;
  }
}
