import type { IncomingMessage } from 'node:http';

/** Limits what waits in this process, for each network and for all of them. The server decides about networks. */
export interface WaitingLimit {
  /** Whether more may wait for the client of this request. */
  admits(req: IncomingMessage): boolean;
  /** @returns subtracts the amount again, once */
  add(req: IncomingMessage, amount: number): () => void;
}

export interface DeliveryLimits {
  /** Requests that block until their media exists. */
  readonly blockedRequests: WaitingLimit;
  /** Bytes of responses that their sockets have not fully taken. */
  readonly unsentBytes: WaitingLimit;
}

const NO_LIMIT: WaitingLimit = { admits: () => true, add: () => () => undefined };
export const NO_LIMITS: DeliveryLimits = { blockedRequests: NO_LIMIT, unsentBytes: NO_LIMIT };
