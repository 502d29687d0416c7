/**
 * Decides which streams are for the ticket holders of an event. From 30 minutes before a paid event until its end, all
 * streams of its channel are, unless its creator has turned this off. A stream that belongs to an event stays with it
 * until the next one begins, its creator removes the gate or it ends. It never becomes public by itself, unless the
 * event is canceled.
 */
import type { Gate } from '@tributary/contracts/channels';
import type { UserId } from '@tributary/contracts/shared';
import { changeLiveGate, changeNextGate, type GatePlan } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { findBegunGatingEvent, findGatingEvent, isOpen } from './event-gates.repo.ts';

const gateOf = (eventId: string): Gate => ({ kind: 'event', id: eventId });

export interface EventGates extends GatePlan {
  /** Applies the gate of the event that is due to the running stream, if there is one. */
  apply(tx: Writer, creatorId: UserId): Promise<void>;
  /**
   * Restores the channel's regular gate for streams that start after the event. A running stream stays restricted to
   * the ticket holders, who may be watching its last minutes.
   */
  detachNext(tx: Writer, creatorId: UserId, eventId: string): Promise<void>;
  /** Also detaches the event from the running stream, which the next event may then gate. */
  detach(tx: Writer, creatorId: UserId, eventId: string): Promise<void>;
}

export function createEventGates(now: () => Date): EventGates {
  async function ofNewStream(db: Reader, creatorId: UserId, gate: Gate | null, regular: Gate | null) {
    const at = now();
    // The creator attached this event.
    if (gate?.kind === 'event' && (await isOpen(db, gate.id, at))) return gate;
    const gatingEvent = await findGatingEvent(db, creatorId, at);
    if (gatingEvent !== null) return gateOf(gatingEvent);
    return gate?.kind === 'event' ? regular : gate;
  }

  async function ofRunningStream(db: Reader, creatorId: UserId, gate: Gate | null) {
    const at = now();
    if (gate?.kind === 'event' && (await isOpen(db, gate.id, at))) return gate;
    const gatingEvent = await (gate?.kind === 'event' ? findBegunGatingEvent : findGatingEvent)(
      db,
      creatorId,
      at,
    );
    return gatingEvent === null ? gate : gateOf(gatingEvent);
  }

  const isOf = (gate: Gate | null, eventId: string) => gate?.kind === 'event' && gate.id === eventId;

  return {
    ofNewStream,
    ofRunningStream,
    async apply(tx, creatorId) {
      await changeLiveGate(tx, creatorId, (gate) => ofRunningStream(tx, creatorId, gate));
    },
    detachNext: (tx, creatorId, eventId) =>
      changeNextGate(tx, creatorId, (gate, regular) => (isOf(gate, eventId) ? regular : gate)),
    async detach(tx, creatorId, eventId) {
      await this.detachNext(tx, creatorId, eventId);
      await changeLiveGate(tx, creatorId, (gate, regular) =>
        isOf(gate, eventId) ? ofNewStream(tx, creatorId, regular, regular) : gate,
      );
    },
  };
}
