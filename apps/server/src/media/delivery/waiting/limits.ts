import type { IncomingMessage } from 'node:http';

/**
 * Limits the waiting requests or bytes in this process, for each network and in total. The server decides about
 * networks.
 */
export interface WaitingLimit {
  /** Whether more may wait for the client of this request. */
  admits(req: IncomingMessage): boolean;
  /** @returns a function that subtracts the amount again, once */
  add(req: IncomingMessage, amount: number): () => void;
}

export interface DeliveryLimits {
  /** Requests that block until their media exists. */
  readonly blockedRequests: WaitingLimit;
  /** Bytes of responses that their sockets have not fully accepted. */
  readonly unsentBytes: WaitingLimit;
}

const NO_LIMIT: WaitingLimit = { admits: () => true, add: () => () => undefined };
export const NO_LIMITS: DeliveryLimits = { blockedRequests: NO_LIMIT, unsentBytes: NO_LIMIT };
