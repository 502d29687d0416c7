import type { Duplex } from 'node:stream';

const MAX_SOCKETS = 20_000;
const MAX_SOCKETS_PER_NETWORK = 200;
/**
 * Client ids that one network can have: an id is a cookie, which a program sends as it likes. A household or
 * an office has enough, and a lecture hall behind one address counts as this many.
 */
const MAX_CLIENTS_PER_NETWORK = 40;

interface Network {
  sockets: number;
  /** Sockets of each client id. */
  readonly clients: Map<string, number>;
}

/** Counts sockets from the first byte of their request, so that a burst cannot pass before it is counted. */
export class ConnectionLimits {
  readonly #networks = new Map<string, Network>();
  #sockets = 0;

  /** Counts a socket until it closes. @returns null where there are too many */
  admit(socket: Duplex, network: string): Network | null {
    const admitted = this.#networks.get(network) ?? { sockets: 0, clients: new Map() };
    if (this.#sockets >= MAX_SOCKETS || admitted.sockets >= MAX_SOCKETS_PER_NETWORK) return null;
    this.#networks.set(network, admitted);
    this.#sockets += 1;
    admitted.sockets += 1;
    socket.once('close', () => {
      this.#sockets -= 1;
      admitted.sockets -= 1;
      if (admitted.sockets === 0) this.#networks.delete(network);
    });
    return admitted;
  }

  /** @returns the id itself, or one that all clients of the network beyond its limit share */
  limitClientId(socket: Duplex, { clients }: Network, network: string, clientId: string): string {
    const sockets = clients.get(clientId) ?? 0;
    if (sockets === 0 && clients.size >= MAX_CLIENTS_PER_NETWORK) return `many of ${network}`;
    clients.set(clientId, sockets + 1);
    socket.once('close', () => {
      const left = (clients.get(clientId) ?? 1) - 1;
      if (left > 0) clients.set(clientId, left);
      else clients.delete(clientId);
    });
    return clientId;
  }
}
