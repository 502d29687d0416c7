import type { TicketRefunds } from '@tributary/contracts/events';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

/**
 * Counts the payments for an event's tickets by the state of their refund: confirmed by the provider, or failed and not
 * requested again.
 */
export async function countRefunds(db: Reader, eventId: string): Promise<TicketRefunds> {
  const { rows } = await sql<TicketRefunds>`
    select count(*)::int as paid,
      count(*) filter (where taken_back_cents = gross_cents
        and not exists (select from refunds where charge_id = c.id and status = 'pending'))::int as refunded,
      count(*) filter (where exists (
        select from refunds where charge_id = c.id and status = 'pending' and by_creator))::int as "toSend",
      count(*) filter (where taken_back_cents < gross_cents
        and exists (select from refunds where charge_id = c.id and status = 'failed'))::int as failed
    from charges as c where purpose = 'ticket' and subject_id = ${eventId}`.execute(db);
  return rows[0] ?? { paid: 0, refunded: 0, toSend: 0, failed: 0 };
}
