import type { PageSlug } from '@tributary/contracts/pages';
import type { UserId } from '@tributary/contracts/shared';
import type { Generated } from 'kysely';

interface PagesTable {
  slug: PageSlug;
  body: string;
  version: number;
  updated_at: Generated<Date>;
  updated_by: UserId | null;
}

interface ContactMessagesTable {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  user_id: UserId | null;
  created_at: Generated<Date>;
  handled_at: Date | null;
  handled_by: UserId | null;
  /** Unique; null for messages from before tickets had ids. */
  ticket_id: string | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    pages: PagesTable;
    contact_messages: ContactMessagesTable;
  }
}
