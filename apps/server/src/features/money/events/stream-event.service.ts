/** Which event a channel's streams belong to: only people with a ticket to it can watch them. */
import type { UserId } from '@tributary/contracts';
import { findChannelGate, gateChannel, setChannelGate } from '#features/live/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { isClosed } from './event-rules.ts';
import { eventErrors } from './events.errors.ts';
import { lockOwn } from './own-events.repo.ts';

export interface StreamEvents {
  /** The event of the streams that the channel starts. */
  of(creatorId: UserId): Promise<string | null>;
  /**
   * For the running stream and those that start from now on; null opens them to everybody.
   * @throws AppError `event_not_found`, `event_not_published`, `event_closed`
   */
  set(creatorId: UserId, eventId: string | null): Promise<void>;
}

export function createStreamEvents(db: Database): StreamEvents {
  return {
    async of(creatorId) {
      const gate = await db.read((reader) => findChannelGate(reader, creatorId));
      return gate?.kind === 'event' ? gate.id : null;
    },
    set: (creatorId, eventId) =>
      db.transact(async (tx) => {
        if (eventId === null) {
          const gate = await findChannelGate(tx, creatorId);
          // Streams for subscribers stay for subscribers.
          if (gate?.kind === 'event') await gateChannel(tx, creatorId, null);
          return;
        }
        const event = await lockOwn(tx, creatorId, eventId);
        if (!event) throw eventErrors.event_not_found();
        if (event.status === 'draft') throw eventErrors.event_not_published();
        if (isClosed(event)) throw eventErrors.event_closed();
        await gateChannel(tx, creatorId, { kind: 'event', id: eventId });
      }),
  };
}

/** Once an event is over, the streams that the channel starts are for everybody again. A running one stays as it is. */
export async function detachEvent(tx: Writer, creatorId: UserId, eventId: string): Promise<void> {
  const gate = await findChannelGate(tx, creatorId);
  if (gate?.kind === 'event' && gate.id === eventId) await setChannelGate(tx, creatorId, null);
}
