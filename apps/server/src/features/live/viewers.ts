const EVER_MAX = 200_000;

/**
 * Who watches what now: one viewer a browser and stream, however many tabs it has. A viewer is
 * somebody whose player says that it plays; leaving or losing the socket takes them off.
 */
export class Viewers {
  /** streamId -> browserId -> sockets of that browser that play it */
  readonly #byStream = new Map<string, Map<string, number>>();
  readonly #bySocket = new Map<object, { streamId: string; browserId: string }>();
  readonly #changed = new Set<string>();
  /** streamId -> browsers that have watched it, and how many of them are new since that was last asked. */
  readonly #ever = new Map<string, { readonly browsers: Set<string>; arrived: number }>();

  /** A socket plays a stream now, or nothing (null). */
  watching(socket: object, browserId: string, streamId: string | null): void {
    const before = this.#bySocket.get(socket);
    if (before?.streamId === streamId) return;
    if (before !== undefined) this.#leave(before);
    if (streamId === null) {
      this.#bySocket.delete(socket);
      return;
    }
    this.#bySocket.set(socket, { streamId, browserId });
    const browsers = this.#byStream.get(streamId) ?? new Map<string, number>();
    this.#byStream.set(streamId, browsers);
    const sockets = browsers.get(browserId) ?? 0;
    browsers.set(browserId, sockets + 1);
    if (sockets > 0) return;
    this.#changed.add(streamId);
    this.#arrive(streamId, browserId);
  }

  count(streamId: string): number {
    return this.#byStream.get(streamId)?.size ?? 0;
  }

  /** Browsers that have come to watch a stream for the first time since this was last asked. */
  takeArrived(streamId: string): number {
    const ever = this.#ever.get(streamId);
    const arrived = ever?.arrived ?? 0;
    if (ever !== undefined) ever.arrived = 0;
    return arrived;
  }

  /** Anybody can say that they watch anything: what is not on air is not remembered. */
  forgetOthers(onAir: readonly string[]): void {
    const kept = new Set(onAir);
    for (const streamId of this.#ever.keys()) if (!kept.has(streamId)) this.#ever.delete(streamId);
  }

  /** Streams whose count has changed since this was last asked. */
  takeChanged(): string[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  #arrive(streamId: string, browserId: string): void {
    const ever = this.#ever.get(streamId) ?? { browsers: new Set(), arrived: 0 };
    this.#ever.set(streamId, ever);
    if (ever.browsers.has(browserId)) return;
    ever.arrived += 1;
    // Beyond that a browser that comes back counts again, rather than take memory without end.
    if (ever.browsers.size < EVER_MAX) ever.browsers.add(browserId);
  }

  #leave({ streamId, browserId }: { streamId: string; browserId: string }): void {
    const browsers = this.#byStream.get(streamId);
    const sockets = browsers?.get(browserId);
    if (browsers === undefined || sockets === undefined) return;
    if (sockets > 1) {
      browsers.set(browserId, sockets - 1);
      return;
    }
    browsers.delete(browserId);
    if (browsers.size === 0) this.#byStream.delete(streamId);
    this.#changed.add(streamId);
  }
}
