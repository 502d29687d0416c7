import type { UserId, VerificationStatus } from '@tributary/contracts';
import type { ColumnType, Generated } from 'kysely';

interface VerificationRequestsTable {
  id: string;
  user_id: UserId;
  status: Generated<VerificationStatus>;
  submitted_at: Generated<Date>;
  reviewed_at: Date | null;
  reviewed_by: UserId | null;
  admin_notes: string | null;
  social_media_links: ColumnType<string[], string, never>;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    verification_requests: VerificationRequestsTable;
  }
}
