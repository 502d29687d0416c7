/** An encoder that sends a clip again and again, and reconnects as OBS does, to the next of several servers. */
import type { Clip, ClipMessage } from '../replay/replay-clip.ts';
import { RtmpClient } from '../rtmp/rtmp-client.ts';

export interface RtmpAddress {
  readonly host: string;
  readonly port: number;
}

export interface EncoderEvent {
  readonly what: 'accepted' | 'refused' | 'lost';
  /** The number of the server in the list. */
  readonly at: number;
  /** Monotonic milliseconds. */
  readonly atMs: number;
}

const TICK_MS = 20;
const RETRY_MS = 200;
const CONNECT_MS = 1_500;
const VIDEO = 9;
/** An encoder leaves a server that has not taken this much of the stream. */
const UNSENT_SECONDS = 3;

export class ReplayEncoder {
  readonly events: EncoderEvent[] = [];
  readonly #clip: Clip;
  readonly #addresses: readonly RtmpAddress[];
  readonly #key: string;
  /** The server to connect to next, where that is not the one after the last. */
  #wanted: number | null;
  #client: RtmpClient | null = null;
  #server: number | null = null;
  #isStopped = false;
  readonly #running: Promise<void>;

  /** @param home the server to connect to first */
  constructor(clip: Clip, addresses: readonly RtmpAddress[], key: string, home = 0) {
    this.#clip = clip;
    this.#addresses = addresses;
    this.#key = key;
    this.#wanted = home;
    this.#running = this.#run();
  }

  /** The number of the server that receives the stream; null while none does. */
  get server(): number | null {
    return this.#server;
  }

  /** Ends the publication and starts it on another server. */
  moveTo(server: number): void {
    this.#wanted = server;
    this.#client?.close();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#client?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    let next = 0;
    while (!this.#isStopped) {
      next = this.#wanted ?? next;
      this.#wanted = null;
      const address = this.#addresses[next] ?? this.#addresses[0];
      const client = address && (await this.#connect(address).catch(() => null));
      if (client) {
        this.#client = client;
        this.#server = next;
        this.#note('accepted', next);
        await this.#send(client);
        client.socket.destroy();
        this.#client = null;
        this.#server = null;
        this.#note('lost', next);
      } else {
        this.#note('refused', next);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      next = (next + 1) % this.#addresses.length;
    }
  }

  async #connect({ host, port }: RtmpAddress): Promise<RtmpClient> {
    const client = await RtmpClient.openAt(host, port, CONNECT_MS);
    client.setChunkSize(65_536);
    const timer = setTimeout(() => client.socket.destroy(), CONNECT_MS);
    try {
      await client.publish(this.#key);
    } catch (error) {
      client.socket.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    for (const message of this.#clip.headers) write(client, message, 0);
    return client;
  }

  /** Resolves when the connection is over. */
  #send(client: RtmpClient): Promise<void> {
    const { messages, seconds, kbps } = this.#clip;
    const startedMs = performance.now();
    const unsentMax = (kbps * 1000 * UNSENT_SECONDS) / 8;
    let next = 0;
    let loop = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setInterval(() => {
      if (client.socket.writableLength > unsentMax) client.socket.destroy();
      for (;;) {
        const message = messages[next];
        if (message === undefined) {
          next = 0;
          loop++;
          continue;
        }
        const timestamp = message.at + loop * seconds * 1000;
        if (client.socket.destroyed || startedMs + timestamp > performance.now()) return;
        write(client, message, timestamp);
        next++;
      }
    }, TICK_MS);
    void client.ended.then(resolve);
    client.socket.once('close', () => resolve());
    return promise.finally(() => clearInterval(timer));
  }

  #note(what: EncoderEvent['what'], at: number): void {
    this.events.push({ what, at, atMs: performance.now() });
  }
}

function write(client: RtmpClient, { type, body }: ClipMessage, timestamp: number): void {
  if (type === VIDEO) client.video(timestamp, body);
  else client.audio(timestamp, body);
}
