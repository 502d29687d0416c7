/** A person who writes in a chat, and sends what was not acknowledged again, on another server if need be. */
import { setTimeout as delay } from 'node:timers/promises';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import { WebSocket } from 'ws';
import { messagesIn } from '../realtime-harness.ts';

const RETRY_MS = 200;
/** A socket whose server answers nothing for so long is left. */
const SILENT_MS = 4_000;

export class Chatter {
  /** The ids of the messages that the server has acknowledged. */
  readonly acknowledged: string[] = [];
  /** The milliseconds from sending a message first to its acknowledgement. */
  readonly ackMs: number[] = [];
  readonly #servers: readonly string[];
  readonly #headers: Readonly<Record<string, string>>;
  readonly #topic: string;
  readonly #everyMs: number;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #server: number;
  refused = 0;

  constructor(options: {
    readonly servers: readonly string[];
    readonly home: number;
    readonly cookie: string;
    readonly streamId: string;
    /** An instance limits the messages of one person in a minute. */
    readonly everyMs: number;
  }) {
    this.#servers = options.servers;
    this.#server = options.home;
    this.#headers = { cookie: options.cookie };
    this.#topic = `chat:${options.streamId}`;
    this.#everyMs = options.everyMs;
    this.#running = this.#run();
  }

  /** Resolves once the message that is on its way is acknowledged, or after `waitMs`. */
  async stop(waitMs = 10_000): Promise<void> {
    this.#stopping.abort();
    await Promise.race([this.#running, delay(waitMs, undefined, { ref: false })]);
  }

  async #run(): Promise<void> {
    for (let number = 1; !this.#stopping.signal.aborted; number++) {
      const clientId = crypto.randomUUID();
      const fromMs = performance.now();
      for (;;) {
        const answer = await this.#send({ clientId, text: `Message ${number}` });
        if (answer === 'ack') break;
        if (answer === 'refused') this.refused++;
        else {
          this.#socket?.terminate();
          this.#socket = null;
          this.#server = (this.#server + 1) % this.#servers.length;
        }
        if (this.#stopping.signal.aborted && answer !== 'refused') return;
        await delay(answer === 'refused' ? 10 * RETRY_MS : RETRY_MS);
      }
      this.acknowledged.push(clientId);
      this.ackMs.push(performance.now() - fromMs);
      await delay(this.#everyMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
    this.#socket?.close();
  }

  #socket: WebSocket | null = null;
  #next = 0;

  async #send(data: { clientId: string; text: string }): Promise<'ack' | 'refused' | 'lost'> {
    const socket = this.#socket?.readyState === WebSocket.OPEN ? this.#socket : this.#connect();
    const id = ++this.#next;
    const { promise, resolve } = Promise.withResolvers<'ack' | 'refused' | 'lost'>();
    const message = JSON.stringify({ type: 'action', topic: this.#topic, action: 'send', data, id });
    if (socket.readyState === WebSocket.OPEN) socket.send(message);
    else socket.once('open', () => socket.send(message));
    const lost = () => resolve('lost');
    socket.once('close', lost);
    const listen = (frame: WebSocket.RawData) => {
      for (const answer of messagesIn(frame)) {
        if (answer.type === 'ack' && answer.id === id) resolve('ack');
        if (answer.type === 'refused' && answer.id === id) resolve('refused');
      }
    };
    socket.on('message', listen);
    const timer = setTimeout(lost, SILENT_MS);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      socket.off('message', listen).off('close', lost);
    }
  }

  #connect(): WebSocket {
    const origin = this.#servers[this.#server] ?? '';
    const url = `${origin.replace('http', 'ws')}${REALTIME_PATH}`;
    const socket = new WebSocket(url, { headers: { ...this.#headers, origin }, handshakeTimeout: SILENT_MS });
    socket.on('error', () => undefined);
    socket.once('open', () => socket.send(JSON.stringify({ type: 'subscribe', topic: this.#topic })));
    this.#socket = socket;
    return socket;
  }
}
