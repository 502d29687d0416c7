import type { TicketStatus } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';

interface TicketsTable {
  id: string;
  event_id: string;
  holder_id: UserId | null;
  checkout_id: string | null;
  status: TicketStatus;
  created_at: Date;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    tickets: TicketsTable;
  }
}
