import type { TicketStatus, UserId } from '@tributary/contracts';

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
