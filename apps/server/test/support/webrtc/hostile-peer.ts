/** A WebRTC peer without DTLS, which gets as far into a connection as a test wants, and sends any bytes. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { bindingRequest, bindingResponse, type IceCredentials, isBindingSuccess } from './stun.ts';

const ICE: IceCredentials = { ufrag: 'hostile', password: 'hostile'.repeat(4) };
const ADDRESS = '127.0.0.1';

/** Names no candidate: the server waits for the checks of this peer. */
export const HOSTILE_OFFER = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'm=video 9 UDP/TLS/RTP/SAVPF 106',
  'c=IN IP4 0.0.0.0',
  `a=ice-ufrag:${ICE.ufrag}`,
  `a=ice-pwd:${ICE.password}`,
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=recvonly',
  'a=rtcp-mux',
  'a=rtpmap:106 H264/90000',
  'a=fmtp:106 packetization-mode=1;profile-level-id=64001f',
  '',
].join('\r\n');

export class HostilePeer implements Disposable {
  readonly #socket: Socket;
  readonly #server: IceCredentials;
  readonly #port: number;
  readonly received: Buffer[] = [];
  #changed = Promise.withResolvers<void>();

  /** @param answer the server's to `HOSTILE_OFFER` */
  static async open(answer: string): Promise<HostilePeer> {
    const socket = createSocket('udp4');
    socket.bind(0, ADDRESS);
    await once(socket, 'listening');
    return new HostilePeer(socket, answer);
  }

  private constructor(socket: Socket, answer: string) {
    const value = (pattern: RegExp) => pattern.exec(answer)?.[1] ?? '';
    this.#socket = socket;
    this.#server = { ufrag: value(/a=ice-ufrag:(\S+)/), password: value(/a=ice-pwd:(\S+)/) };
    this.#port = Number(value(/a=candidate:.* (\d+) typ host/));
    socket.on('message', (bytes, from) => {
      this.received.push(bytes);
      const response = bindingResponse(bytes, from, ICE);
      if (response !== null) this.send(response);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    });
  }

  send(bytes: Buffer): void {
    this.#socket.send(bytes, this.#port, ADDRESS);
  }

  /**
   * @param password the server's, unless a test forges one
   * @param bytes how much of the check is sent
   */
  check(password = this.#server.password, bytes?: number): void {
    this.send(bindingRequest(ICE, { ...this.#server, password }).subarray(0, bytes));
  }

  get hasPassedIce(): boolean {
    return this.received.some(isBindingSuccess);
  }

  /** The records of DTLS that the server sent (RFC 6347 section 4.1: type 22 is a handshake). */
  get handshakes(): readonly Buffer[] {
    return this.received.filter((bytes) => bytes[0] === 22);
  }

  async until(condition: (peer: this) => boolean): Promise<void> {
    while (!condition(this)) await this.#changed.promise;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}
