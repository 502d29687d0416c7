/** Which event a channel's streams belong to: only people with a ticket to it can watch them. */
import type { UserId } from '@tributary/contracts';
import {
  changeGates,
  findChannelGate,
  findLiveGate,
  gateChannel,
  setChannelGate,
} from '#features/live/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { isClosed } from './event-rules.ts';
import { eventErrors } from './events.errors.ts';
import { lockOwn } from './own-events.repo.ts';

export interface StreamEvents {
  /** The event of the running stream, which may be over; without one that of the streams that the channel starts. */
  of(creatorId: UserId): Promise<string | null>;
  /**
   * For the running stream and those that start from now on; null opens them to everybody.
   * @throws AppError `event_not_found`, `event_not_published`, `event_closed`
   */
  set(creatorId: UserId, eventId: string | null): Promise<void>;
}

export function createStreamEvents(db: Database): StreamEvents {
  return {
    of: (creatorId) =>
      db.read(async (reader) => {
        const gates = [
          (await findLiveGate(reader, creatorId))?.gate,
          await findChannelGate(reader, creatorId),
        ];
        return gates.find((gate) => gate?.kind === 'event')?.id ?? null;
      }),
    set: (creatorId, eventId) =>
      db.transact(async (tx) => {
        if (eventId === null) {
          // Streams for subscribers stay for subscribers.
          return changeGates(tx, creatorId, (gate) => (gate?.kind === 'event' ? null : gate));
        }
        const event = await lockOwn(tx, creatorId, eventId);
        if (!event) throw eventErrors.event_not_found();
        if (event.status === 'draft') throw eventErrors.event_not_published();
        if (isClosed(event)) throw eventErrors.event_closed();
        await gateChannel(tx, creatorId, { kind: 'event', id: eventId });
      }),
  };
}

/**
 * Once an event is over, the streams that the channel starts are for everybody again. A running one stays for the
 * ticket holders, who may be watching its last minutes, until its creator opens it or it ends.
 */
export async function detachEvent(tx: Writer, creatorId: UserId, eventId: string): Promise<void> {
  const gate = await findChannelGate(tx, creatorId);
  if (gate?.kind === 'event' && gate.id === eventId) await setChannelGate(tx, creatorId, null);
}

/** Opens the streams of a canceled event to everybody, also the running one: nobody has a ticket any more. */
export const openCanceledEvent = (tx: Writer, creatorId: UserId, eventId: string): Promise<void> =>
  changeGates(tx, creatorId, (gate) => (gate?.kind === 'event' && gate.id === eventId ? null : gate));
