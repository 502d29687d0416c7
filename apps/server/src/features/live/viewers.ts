/**
 * Who watches what now: one viewer a browser and stream, however many tabs it has. A viewer is
 * somebody whose player says that it plays; leaving or losing the socket takes them off.
 */
export class Viewers {
  /** streamId -> browserId -> sockets of that browser that play it */
  readonly #byStream = new Map<string, Map<string, number>>();
  readonly #bySocket = new Map<object, { streamId: string; browserId: string }>();
  readonly #changed = new Set<string>();

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
    if (sockets === 0) this.#changed.add(streamId);
  }

  count(streamId: string): number {
    return this.#byStream.get(streamId)?.size ?? 0;
  }

  /** Streams whose count has changed since this was last asked. */
  takeChanged(): string[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
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
