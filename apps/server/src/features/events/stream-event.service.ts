/** Attaches events to a channel's streams, which only ticket holders can watch then. */
import type { OwnEvent, StreamEvent } from '@tributary/contracts/events';
import type { UserId } from '@tributary/contracts/shared';
import { findChannelGate, findLiveGate, findRegularGate, gateChannel } from '#features/live/index.ts';
import type { Database, Reader, Writer } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { findNextPaid, latestGatedStart } from './event-gates.repo.ts';
import { createEventGates } from './event-gates.ts';
import { isClosed } from './event-rules.ts';
import { toOwn } from './event-views.ts';
import { eventErrors } from './events.errors.ts';
import { findOwn, lockOwn, update } from './own-events.repo.ts';

export interface StreamEvents {
  /** The event of the running stream, which may be over; without a stream, the event of one that starts now. */
  of(creatorId: UserId): Promise<StreamEvent>;
  /**
   * Attaches an event to the running stream and those that start from now on; null restores the channel’s regular gate.
   * @throws AppError `event_not_found`, `event_not_published`, `event_closed`
   */
  set(creatorId: UserId, eventId: string | null): Promise<StreamEvent>;
  /** Sets whether a paid event gates the streams around its time. @throws AppError `event_not_found` */
  setTakesStreams(creatorId: UserId, eventId: string, takesStreams: boolean): Promise<OwnEvent>;
}

export function createStreamEvents(db: Database, now: () => Date): StreamEvents {
  const gates = createEventGates(now);

  /** The ids of the events of the running stream and of the next one. */
  async function attached(reader: Reader, creatorId: UserId): Promise<string[]> {
    const live = await findLiveGate(reader, creatorId);
    const next = await gates.ofNewStream(
      reader,
      creatorId,
      await findChannelGate(reader, creatorId),
      await findRegularGate(reader, creatorId),
    );
    const ids = [live?.gate, next].flatMap((gate) => (gate?.kind === 'event' ? gate.id : []));
    return [...new Set(ids)];
  }

  const of = (creatorId: UserId): Promise<StreamEvent> =>
    db.read(async (reader) => {
      const [eventId = null] = await attached(reader, creatorId);
      const at = now();
      const event = eventId
        ? await findOwn(reader, creatorId, eventId)
        : await findNextPaid(reader, creatorId, at, new Date(at.getTime() + DAY_MS));
      return {
        eventId,
        event: event && toOwn(event),
        hasOpened: event !== null && event.eventDate <= latestGatedStart(at),
      };
    });

  async function release(tx: Writer, creatorId: UserId, eventId: string): Promise<void> {
    await update(tx, eventId, { takesStreams: false });
    await gates.detach(tx, creatorId, eventId);
  }

  return {
    of,
    async set(creatorId, eventId) {
      await db.transact(async (tx) => {
        if (eventId === null) {
          for (const id of await attached(tx, creatorId)) await release(tx, creatorId, id);
          return;
        }
        const event = await lockOwn(tx, creatorId, eventId);
        if (!event) throw eventErrors.event_not_found();
        if (event.status === 'draft') throw eventErrors.event_not_published();
        if (isClosed(event)) throw eventErrors.event_closed();
        await update(tx, eventId, { takesStreams: true });
        await gateChannel(tx, creatorId, { kind: 'event', id: eventId });
      });
      return of(creatorId);
    },
    setTakesStreams: (creatorId, eventId, takesStreams) =>
      db.transact(async (tx) => {
        const event = await lockOwn(tx, creatorId, eventId);
        if (!event) throw eventErrors.event_not_found();
        if (takesStreams) {
          await update(tx, eventId, { takesStreams });
          await gates.apply(tx, creatorId);
        } else await release(tx, creatorId, eventId);
        return toOwn({ ...event, takesStreams });
      }),
  };
}
