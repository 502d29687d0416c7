/** WebRTC players for tests: a second end of libdatachannel, which offers like a browser and receives RTP. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PlayerCommand, PlayerEvent, PlayerOffer, ReceivedFrame } from './player-messages.ts';

export const H264_OFFER: PlayerOffer = {
  video: [
    {
      payloadType: 102,
      codec: 'H264',
      parameters: 'level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=64001f',
    },
    {
      payloadType: 104,
      codec: 'H264',
      parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
    },
    {
      payloadType: 106,
      codec: 'H264',
      parameters: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f',
    },
  ],
  audio: true,
};

export class WebRtcPlayer {
  readonly frames: ReceivedFrame[] = [];
  readonly states: string[] = [];
  readonly #send: (command: PlayerCommand) => void;
  readonly #id: number;
  readonly #offer: Promise<string>;
  #changed = Promise.withResolvers<void>();
  readonly hear: (event: PlayerEvent) => void;

  constructor(id: number, send: (command: PlayerCommand) => void, offer: PlayerOffer) {
    this.#id = id;
    this.#send = send;
    const offered = Promise.withResolvers<string>();
    this.#offer = offered.promise;
    this.hear = (event) => {
      if (event.kind === 'offer') offered.resolve(event.sdp);
      else if (event.kind === 'state') this.states.push(event.state);
      else this.frames.push(event.frame);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    };
    send({ kind: 'offer', player: id, offer });
  }

  get videoFrames(): ReceivedFrame[] {
    return this.frames.filter(({ track }) => track === 'video');
  }

  get audioFrames(): ReceivedFrame[] {
    return this.frames.filter(({ track }) => track === 'audio');
  }

  offer(): Promise<string> {
    return this.#offer;
  }

  answer(sdp: string): void {
    this.#send({ kind: 'answer', player: this.#id, sdp });
  }

  requestKeyframe(): void {
    this.#send({ kind: 'request_keyframe', player: this.#id });
  }

  /** Sends RTCP for its first track. */
  sendRtcp(bytes: Uint8Array): void {
    this.#send({ kind: 'rtcp', player: this.#id, bytes });
  }

  /** Resolves once the condition holds, which is looked at after each event. */
  async until(condition: (player: this) => boolean): Promise<void> {
    while (!condition(this)) await this.#changed.promise;
  }

  close(): void {
    this.#send({ kind: 'close', player: this.#id });
  }
}

/** Runs players in one child process. */
export class WebRtcPlayers {
  readonly #child: ChildProcess;
  readonly #players = new Map<number, WebRtcPlayer>();

  constructor() {
    this.#child = fork(fileURLToPath(new URL('./player-child.ts', import.meta.url)), [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
    });
    this.#child.on('message', (event: PlayerEvent) => this.#players.get(event.player)?.hear(event));
  }

  create(offer: PlayerOffer = H264_OFFER): WebRtcPlayer {
    const id = this.#players.size;
    const player = new WebRtcPlayer(id, (command) => this.#child.send(command), offer);
    this.#players.set(id, player);
    return player;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }
}
