import type { Duplex } from 'node:stream';

const MAX_SOCKETS = 20_000;
const MAX_SOCKETS_PER_NETWORK = 200;
/**
 * Viewers that one network can pose as: a browser's id is a cookie, which a program sends as it likes.
 * A household or an office counts in full, and a lecture hall behind one address as these.
 */
const MAX_BROWSERS_PER_NETWORK = 40;

interface Network {
  sockets: number;
  /** Sockets of each browser that counts. */
  readonly browsers: Map<string, number>;
}

/** Counts sockets from their first request to their end, so that a burst cannot pass the limits before it is counted. */
export class Admission {
  readonly #networks = new Map<string, Network>();
  #held = 0;

  /** Null: there are too many. */
  hold(socket: Duplex, network: string): Network | null {
    const held = this.#networks.get(network) ?? { sockets: 0, browsers: new Map() };
    if (this.#held >= MAX_SOCKETS || held.sockets >= MAX_SOCKETS_PER_NETWORK) return null;
    this.#networks.set(network, held);
    this.#held += 1;
    held.sockets += 1;
    socket.once('close', () => {
      this.#held -= 1;
      held.sockets -= 1;
      if (held.sockets === 0) this.#networks.delete(network);
    });
    return held;
  }

  /** @returns as whom the browser counts: itself, or with all others beyond what its network may have */
  countAs(socket: Duplex, { browsers }: Network, network: string, browserId: string): string {
    const sockets = browsers.get(browserId) ?? 0;
    if (sockets === 0 && browsers.size >= MAX_BROWSERS_PER_NETWORK) return `many of ${network}`;
    browsers.set(browserId, sockets + 1);
    socket.once('close', () => {
      const left = (browsers.get(browserId) ?? 1) - 1;
      if (left > 0) browsers.set(browserId, left);
      else browsers.delete(browserId);
    });
    return browserId;
  }
}
