import type { Generated } from 'kysely';
import { z } from 'zod';

export const processId = z.uuid().brand<'ProcessId'>();
export type ProcessId = z.infer<typeof processId>;

interface ProcessesTable {
  id: ProcessId;
  url: string;
  started_at: Generated<Date>;
  lease_expires_at: Date;
  session_key: number | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    processes: ProcessesTable;
  }
}
