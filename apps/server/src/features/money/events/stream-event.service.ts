/** Which event a channel's streams belong to: only people with a ticket to it can watch them. */
import type { Gate, UserId } from '@tributary/contracts';
import {
  changeGates,
  changeNextGate,
  findChannelGate,
  findLiveGate,
  gateChannel,
} from '#features/live/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import { isClosed } from './event-rules.ts';
import { eventErrors } from './events.errors.ts';
import { lockOwn } from './own-events.repo.ts';

export interface StreamEvents {
  /** The event of the running stream, which may be over; without one that of the streams that the channel starts. */
  of(creatorId: UserId): Promise<string | null>;
  /**
   * For the running stream and those that start from now on; null restores the channel’s regular gate.
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
        if (eventId === null)
          return changeGates(tx, creatorId, (gate, regular) => (gate?.kind === 'event' ? regular : gate));
        const event = await lockOwn(tx, creatorId, eventId);
        if (!event) throw eventErrors.event_not_found();
        if (event.status === 'draft') throw eventErrors.event_not_published();
        if (isClosed(event)) throw eventErrors.event_closed();
        await gateChannel(tx, creatorId, { kind: 'event', id: eventId });
      }),
  };
}

const without = (eventId: string) => (gate: Gate | null, regular: Gate | null) =>
  gate?.kind === 'event' && gate.id === eventId ? regular : gate;

/**
 * Once an event is over, the streams that the channel starts are for everybody or its subscribers, as before. A running
 * one stays for the ticket holders, who may be watching its last minutes, until its creator opens it or it ends.
 */
export const detachEvent = (tx: Writer, creatorId: UserId, eventId: string): Promise<void> =>
  changeNextGate(tx, creatorId, without(eventId));

/** Detaches a canceled event also from the running stream: its tickets are no longer valid. */
export const detachCanceledEvent = (tx: Writer, creatorId: UserId, eventId: string): Promise<void> =>
  changeGates(tx, creatorId, without(eventId));
