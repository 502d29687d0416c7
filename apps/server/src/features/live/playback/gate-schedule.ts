/** Which gate is due when an encoder connects: features that plan streams ahead, such as events, decide it. */
import type { Gate } from '@tributary/contracts/channels';
import type { UserId } from '@tributary/contracts/shared';
import { findChannelGate, findRegularGate } from '#features/channels/index.ts';
import type { Reader, Writer } from '#platform/db/database.ts';
import { changeLiveGate } from './gates.ts';

/** Reads what is planned for a channel now. Both get the gate that the stream has, or would have without a plan. */
export interface GatePlan {
  /** @param regular the gate of the channel while no other one is attached to it */
  ofNewStream(db: Reader, streamerId: UserId, gate: Gate | null, regular: Gate | null): Promise<Gate | null>;
  ofRunningStream(db: Reader, streamerId: UserId, gate: Gate | null): Promise<Gate | null>;
}

const NO_PLAN: GatePlan = {
  ofNewStream: async (_db, _streamerId, gate) => gate,
  ofRunningStream: async (_db, _streamerId, gate) => gate,
};

export interface GateSchedule {
  /** Called once, by the feature that plans streams. */
  follow(plan: GatePlan): void;
  /** The gate of a stream that the channel starts now. */
  ofNextStream(db: Reader, streamerId: UserId): Promise<Gate | null>;
  /** Sets the gate of a stream whose row was just written. @returns it */
  applyToNewStream(tx: Writer, streamerId: UserId): Promise<Gate | null>;
  /** Sets the gate of the running stream, if there is one, whose encoder returns. @returns it */
  applyToRunningStream(tx: Writer, streamerId: UserId): Promise<Gate | null>;
}

export function createGateSchedule(): GateSchedule {
  let plan = NO_PLAN;
  return {
    follow(followed) {
      plan = followed;
    },
    ofNextStream: async (db, streamerId) =>
      plan.ofNewStream(
        db,
        streamerId,
        await findChannelGate(db, streamerId),
        await findRegularGate(db, streamerId),
      ),
    applyToNewStream: (tx, streamerId) =>
      changeLiveGate(tx, streamerId, (gate, regular) => plan.ofNewStream(tx, streamerId, gate, regular)),
    applyToRunningStream: (tx, streamerId) =>
      changeLiveGate(tx, streamerId, (gate) => plan.ofRunningStream(tx, streamerId, gate)),
  };
}
