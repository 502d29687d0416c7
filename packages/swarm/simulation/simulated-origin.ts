/**
 * The origin of a simulation, which answers at once and without a limit of its own: plain HTTP is compared at its best.
 * Its connections are warm, and share the viewer's line with the swarm.
 */
import type { MediaAddress } from '../src/media-address.ts';
import { addressKey } from '../src/media-address.ts';
import type { OriginAnswer, SwarmOrigin } from '../src/scheduler/wanted-part.ts';
import type { SimulatedNetwork } from './network.ts';
import type { Host } from './population.ts';
import type { SimulatedStream } from './simulated-stream.ts';

const SERVER_MS = 2;
const JITTER_MS = 8;
/** Requests that hit a busy moment on the way. */
const HICCUP_SHARE = 0.01;
const HICCUP_MS = 200;

export class SimulatedOrigin {
  readonly #network: SimulatedNetwork;
  readonly #host: Host;
  readonly #stream: SimulatedStream;
  readonly #onBytes: (bytes: number) => void;

  constructor(
    network: SimulatedNetwork,
    host: Host,
    stream: SimulatedStream,
    onBytes: (bytes: number) => void,
  ) {
    this.#network = network;
    this.#host = host;
    this.#stream = stream;
    this.#onBytes = onBytes;
  }

  /** One way, with jitter. */
  delayMs(viewer: Host): number {
    const hiccupMs = this.#network.random.next() < HICCUP_SHARE ? HICCUP_MS : 0;
    return (
      this.#network.delayMs(viewer, this.#host) +
      SERVER_MS +
      this.#network.random.exponential(JITTER_MS) +
      hiccupMs
    );
  }

  /** An aborted answer counts in full once it is under way. */
  for(viewer: Host): SwarmOrigin {
    const { events } = this.#network;
    return {
      fetch: (address: MediaAddress, offset: number, done: (answer: OriginAnswer | null) => void) => {
        const part = this.#stream.byKey(addressKey(address));
        if (part === undefined)
          throw new RangeError(`The part ${address.part} of ${address.sequence} is not there.`);
        const bytes = part.bytes.subarray(offset);
        const size = bytes.length;
        const beganMs = events.now();
        const answerMs =
          this.delayMs(viewer) +
          this.#network.delayMs(viewer, this.#host) +
          this.#network.lossMs(viewer, this.#host, size);
        let isOver = false;
        let cancel = events.after(answerMs, () => {
          cancel = events.at(this.#network.download(viewer, size), () => {
            isOver = true;
            this.#onBytes(size);
            if (viewer.isOnline) done({ bytes, firstByteMs: answerMs });
          });
        });
        return () => {
          if (isOver) return;
          isOver = true;
          cancel();
          // An answer that is on its way when the viewer aborts was sent in vain.
          const elapsedMs = events.now() - beganMs;
          if (elapsedMs > answerMs / 2) this.#onBytes(size);
        };
      },
    };
  }
}
