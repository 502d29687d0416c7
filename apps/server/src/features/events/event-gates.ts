/**
 * Which streams are for the ticket holders of an event. From 30 minutes before a paid event until its end, all of its
 * channel's are, unless its creator said otherwise. A stream that belongs to an event stays with it until the next one
 * begins, its creator opens it or it ends: it never opens to everybody by itself, unless the event is canceled.
 */
import type { Gate } from '@tributary/contracts/channels';
import type { UserId } from '@tributary/contracts/shared';
import { changeLiveGate, changeNextGate, type GatePlan } from '#features/live/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { findBegun, findTaking, isOpen } from './event-gates.repo.ts';

const gateOf = (eventId: string): Gate => ({ kind: 'event', id: eventId });

export interface EventGates extends GatePlan {
  /** Lets the event that is due take the running stream, if there is one. */
  apply(tx: Writer, creatorId: UserId): Promise<void>;
  /**
   * Once an event is over, the streams that the channel starts are for everybody or its subscribers, as before. A running
   * one stays for the ticket holders, who may be watching its last minutes.
   */
  detachNext(tx: Writer, creatorId: UserId, eventId: string): Promise<void>;
  /** Detaches an event also from the running stream, which the next one may take. */
  detach(tx: Writer, creatorId: UserId, eventId: string): Promise<void>;
}

export function createEventGates(now: () => Date): EventGates {
  async function ofNewStream(db: Reader, creatorId: UserId, gate: Gate | null, regular: Gate | null) {
    const at = now();
    // Attached by its creator.
    if (gate?.kind === 'event' && (await isOpen(db, gate.id, at))) return gate;
    const taking = await findTaking(db, creatorId, at);
    if (taking !== null) return gateOf(taking);
    return gate?.kind === 'event' ? regular : gate;
  }

  async function ofRunningStream(db: Reader, creatorId: UserId, gate: Gate | null) {
    const at = now();
    if (gate?.kind === 'event' && (await isOpen(db, gate.id, at))) return gate;
    const taking = await (gate?.kind === 'event' ? findBegun : findTaking)(db, creatorId, at);
    return taking === null ? gate : gateOf(taking);
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
