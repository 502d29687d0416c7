/** Stands between a player and the server, and loses one packet of video. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const ADDRESS = '127.0.0.1';
const RTP = 0x80;
const MARKER = 0x80;

export class LossyLink implements Disposable {
  readonly #toPlayer: Socket;
  readonly #toServer: Socket;
  readonly #serverPort: number;
  readonly #payloadType: number;
  #frames: number;
  #player: RemoteInfo | null = null;
  /** The sequence number of the packet that was lost. */
  lostSequence: number | null = null;

  /** @param lostFrame whose last packet is lost, counted from 0 */
  static async open(answer: string, payloadType: number, lostFrame: number): Promise<LossyLink> {
    const sockets = [createSocket('udp4'), createSocket('udp4')] as const;
    for (const socket of sockets) {
      socket.bind(0, ADDRESS);
      await once(socket, 'listening');
    }
    return new LossyLink(sockets, Number(/a=candidate:.* (\d+) typ host/.exec(answer)?.[1]), {
      payloadType,
      lostFrame,
    });
  }

  private constructor(
    [toPlayer, toServer]: readonly [Socket, Socket],
    serverPort: number,
    { payloadType, lostFrame }: { readonly payloadType: number; readonly lostFrame: number },
  ) {
    this.#toPlayer = toPlayer;
    this.#toServer = toServer;
    this.#serverPort = serverPort;
    this.#payloadType = payloadType;
    this.#frames = lostFrame;
    toPlayer.on('message', (bytes, from) => {
      this.#player = from;
      toServer.send(bytes, this.#serverPort, ADDRESS);
    });
    toServer.on('message', (bytes) => {
      if (this.#loses(bytes) || this.#player === null) return;
      toPlayer.send(bytes, this.#player.port, ADDRESS);
    });
  }

  /** The answer, by which a player sends to this link. */
  through(answer: string): string {
    return answer.replaceAll(
      /^(a=candidate:\S+ 1 udp \d+) \S+ \d+ typ host/gm,
      `$1 ${ADDRESS} ${this.#toPlayer.address().port} typ host`,
    );
  }

  /** The headers of SRTP are not encrypted. */
  #loses(bytes: Buffer): boolean {
    const endsFrame = bytes[0] === RTP && bytes[1] === (MARKER | this.#payloadType);
    if (!endsFrame || this.lostSequence !== null) return false;
    this.#frames -= 1;
    if (this.#frames >= 0) return false;
    this.lostSequence = bytes.readUInt16BE(2);
    return true;
  }

  [Symbol.dispose](): void {
    this.#toPlayer.close();
    this.#toServer.close();
  }
}
