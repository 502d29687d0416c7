import type { UnsupportedMedia } from '../../../src/media/codecs/format-error.ts';
import type {
  Publication,
  PublishRefusal,
  PublishRequest,
  PublishResult,
  PublishTarget,
} from '../../../src/media/ports.ts';
import type { DisconnectReason } from '../../../src/media/reader.ts';
import type { Tracks, Unit } from '../../../src/media/unit.ts';

/** Records the tracks, units and end of a publication. */
export class RecordedPublication implements Publication {
  readonly request: PublishRequest;
  readonly tracksSeen: Tracks[] = [];
  readonly units: Unit[] = [];
  readonly closed: Promise<DisconnectReason>;
  closedWith: DisconnectReason | null = null;
  unsupported: UnsupportedMedia | undefined;
  readonly #abort = new AbortController();
  readonly #close = Promise.withResolvers<DisconnectReason>();
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor(request: PublishRequest) {
    this.request = request;
    this.closed = this.#close.promise;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  tracks(tracks: Tracks): void {
    this.tracksSeen.push(tracks);
  }

  unit(unit: Unit): void {
    this.units.push(unit);
    this.#waiting = this.#waiting.filter(({ count, resolve }) => {
      if (this.units.length >= count) resolve();
      return this.units.length < count;
    });
  }

  close(reason: DisconnectReason, unsupported?: UnsupportedMedia): void {
    this.closedWith ??= reason;
    this.unsupported = unsupported;
    this.#close.resolve(reason);
  }

  /** Ends the publication the way the hub does. */
  stop(reason: DisconnectReason): void {
    this.#abort.abort(reason);
  }

  /** Resolves once this many units have arrived. */
  received(count: number): Promise<void> {
    if (this.units.length >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }
}

/** Accepts every publish, or refuses by key, and records the publications. */
export class RecordingPublishTarget implements PublishTarget {
  readonly publications: RecordedPublication[] = [];
  readonly refused = new Map<string, PublishRefusal>();
  #decide: ((request: PublishRequest) => Promise<void>) | null = null;
  #waiting: ((publication: RecordedPublication) => void)[] = [];

  /** Delays decisions until `task` resolves. */
  before(task: (request: PublishRequest) => Promise<void>): void {
    this.#decide = task;
  }

  async publish(request: PublishRequest): Promise<PublishResult> {
    await this.#decide?.(request);
    const refusal = this.refused.get(request.streamKey);
    if (refusal !== undefined) return { accepted: false, refusal, channelId: null };
    const publication = new RecordedPublication(request);
    this.publications.push(publication);
    for (const resolve of this.#waiting.splice(0)) resolve(publication);
    return { accepted: true, publication };
  }

  /** The next publication to be accepted. */
  next(): Promise<RecordedPublication> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
