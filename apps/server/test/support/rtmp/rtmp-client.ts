/** A low-level RTMP client, which sends both valid and invalid messages of encoders. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Amf0Value, decodeAmf0, encodeAmf0 } from '../../../src/media/ingest/rtmp/protocol/amf0.ts';
import { ChunkReader, type RtmpMessage } from '../../../src/media/ingest/rtmp/protocol/chunk-reader.ts';
import { writeChunks } from '../../../src/media/ingest/rtmp/protocol/chunk-writer.ts';

const HANDSHAKE_REPLY_BYTES = 1 + 2 * 1536;

/** A command from the server. */
export interface Said {
  readonly name: string;
  readonly transaction: number;
  readonly values: readonly Amf0Value[];
}

export class RtmpClient {
  readonly socket: Socket;
  readonly messages: RtmpMessage[] = [];
  /** Resolves when the server has closed its side. */
  readonly ended: Promise<void>;
  chunkSize = 128;
  #handshake = HANDSHAKE_REPLY_BYTES;
  #arrived = Promise.withResolvers<void>();
  readonly #reader: ChunkReader;

  private constructor(socket: Socket) {
    this.socket = socket;
    const limits = { maxChunkStreams: 16, maxPartialBytes: 1e6, maxMessageBytes: () => 1e6 };
    this.#reader = new ChunkReader(limits, (message) => this.messages.push(message));
    this.ended = new Promise((resolve) => {
      socket.on('end', resolve);
      socket.on('close', () => resolve());
    });
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const skipped = Math.min(this.#handshake, data.length);
      this.#handshake -= skipped;
      this.#reader.read(data.subarray(skipped));
      this.#arrived.resolve();
      this.#arrived = Promise.withResolvers();
    });
    socket.on('close', () => this.#arrived.resolve());
  }

  /** @param from the loopback address to connect from */
  static async connect(port: number, from = '127.0.0.1'): Promise<RtmpClient> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    await once(socket, 'connect');
    return new RtmpClient(socket);
  }

  /** Connects and completes the simple handshake. */
  static async open(port: number, from?: string): Promise<RtmpClient> {
    return (await RtmpClient.connect(port, from)).#shakeHands();
  }

  /** Connects to another host, and completes the simple handshake. @throws after `timeoutMs` without a connection */
  static async openAt(host: string, port: number, timeoutMs: number): Promise<RtmpClient> {
    const socket = connect({ port, host });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return new RtmpClient(socket).#shakeHands();
  }

  #shakeHands(): this {
    this.raw(Buffer.concat([Buffer.of(3), Buffer.alloc(1536 * 2)]));
    return this;
  }

  raw(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  send(message: Partial<RtmpMessage> & Pick<RtmpMessage, 'type' | 'body'>, chunkStream = 3): void {
    this.raw(writeChunks(chunkStream, { streamId: 0, timestamp: 0, ...message }, this.chunkSize));
  }

  setChunkSize(bytes: number): void {
    const body = Buffer.alloc(4);
    body.writeUInt32BE(bytes);
    this.send({ type: 1, body }, 2);
    this.chunkSize = bytes;
  }

  command(streamId: number, ...values: Amf0Value[]): void {
    this.send({ type: 20, streamId, body: encodeAmf0(values) }, streamId === 0 ? 3 : 8);
  }

  video(timestamp: number, body: Buffer): void {
    this.send({ type: 9, streamId: 1, timestamp, body }, 4);
  }

  audio(timestamp: number, body: Buffer): void {
    this.send({ type: 8, streamId: 1, timestamp, body }, 5);
  }

  /** Sends connect, createStream and publish, and waits for Publish.Start. */
  async publish(name = 'key', app = 'live'): Promise<void> {
    this.command(0, 'connect', 1, { app, flashVer: 'FMLE/3.0', tcUrl: `rtmp://127.0.0.1/${app}` });
    this.command(0, 'createStream', 2, null);
    this.command(1, 'publish', 3, null, name, 'live');
    const { values } = await this.said('onStatus');
    if (!JSON.stringify(values).includes('NetStream.Publish.Start')) {
      throw new Error(`Not publishing: ${JSON.stringify(values)}`);
    }
  }

  /** The server's next command with this name (and transaction). */
  async said(name: string, transaction?: number): Promise<Said> {
    const message = await this.#take((candidate) => {
      if (candidate.type !== 20) return false;
      const [said, id] = decodeAmf0(candidate.body);
      return said === name && (transaction === undefined || id === transaction);
    }, `a command ${name}`);
    const [, id, ...values] = decodeAmf0(message.body);
    return { name, transaction: Number(id), values };
  }

  /** The server's next message of a type. */
  message(type: number): Promise<RtmpMessage> {
    return this.#take((candidate) => candidate.type === type, `a message of type ${type}`);
  }

  async #take(wanted: (message: RtmpMessage) => boolean, what: string): Promise<RtmpMessage> {
    for (;;) {
      const at = this.messages.findIndex(wanted);
      const [found] = at < 0 ? [] : this.messages.splice(at, 1);
      if (found !== undefined) return found;
      if (this.socket.destroyed) throw new Error(`The server closed without ${what}.`);
      await this.#arrived.promise;
    }
  }

  close(): void {
    this.socket.end();
  }
}
