import type { Duplex } from 'node:stream';
import { NetworkUsage } from '../../network/network-usage.ts';
import { TokenBucket } from '../../network/token-bucket.ts';
import type { ViewerLimits } from '../../network/viewer-limits.ts';

/**
 * The number of client ids that one network can have. An id is a cookie, of which a program can send any number. A
 * household or an office has enough, and a lecture hall behind one address counts as this many clients.
 */
const MAX_CLIENTS_PER_NETWORK = 40;
/**
 * The number of seconds whose messages a network may send at once, since all clients subscribe again after a restart.
 */
const BURST_SECONDS = 10;

interface Network {
  /** The number of sockets of each client id. */
  readonly clients: Map<string, number>;
  readonly messages: TokenBucket;
}

/** Limits the sockets of each network together. */
export class ConnectionLimits {
  readonly #limits: ViewerLimits;
  readonly #sockets: NetworkUsage;
  readonly #networks = new Map<string, Network>();

  constructor(limits: ViewerLimits) {
    this.#limits = limits;
    this.#sockets = new NetworkUsage(limits.sockets);
  }

  /**
   * Counts a socket from the first byte of its request until it closes, so that a burst cannot pass before it is
   * counted.
   * @returns false if the network has too many
   */
  admit(socket: Duplex, network: string): boolean {
    if (!this.#sockets.admits(network)) return false;
    socket.once('close', this.#sockets.add(network));
    return true;
  }

  /** @returns the id itself, or one that all clients of the network beyond its limit share */
  limitClientId(socket: Duplex, network: string, clientId: string): string {
    const { clients } = this.#network(network);
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

  /**
   * Counts a message in this process only: a socket belongs to one process, and a counter that all processes share
   * would cost more than the message.
   * @returns false if the network sends too many
   */
  admitMessage(network: string): boolean {
    return this.#network(network).messages.take();
  }

  /** Forgets networks without clients and recent messages. */
  purge(): void {
    for (const [network, { clients, messages }] of this.#networks) {
      if (clients.size === 0 && messages.isFull) this.#networks.delete(network);
    }
  }

  #network(name: string): Network {
    const { messagesPerSecond } = this.#limits;
    const network = this.#networks.get(name) ?? {
      clients: new Map(),
      messages: new TokenBucket(messagesPerSecond * BURST_SECONDS, messagesPerSecond),
    };
    this.#networks.set(name, network);
    return network;
  }
}
