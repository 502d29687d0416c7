import type { SwarmClock } from '../clock.ts';
import type { PartEntry } from './part-entry.ts';
import { RateMeter } from './rate-meter.ts';

/** The upload that a peer needs for each child. */
export interface RenditionSize {
  readonly laneKbps: number;
  readonly partKbit: number;
}

/** Measures the renditions by the parts that the manifest announces. */
export class RenditionSizes {
  readonly #clock: SwarmClock;
  readonly #stripes: number;
  readonly #rates = new Map<number, RateMeter>();

  constructor(clock: SwarmClock, stripes: number) {
    this.#clock = clock;
    this.#stripes = stripes;
  }

  add({ address, bytes }: PartEntry): void {
    let rate = this.#rates.get(address.rendition);
    if (rate === undefined) {
      rate = new RateMeter();
      this.#rates.set(address.rendition, rate);
    }
    rate.add(bytes, this.#clock.now());
  }

  of(rendition: number): RenditionSize {
    const rate = this.#rates.get(rendition);
    const perSecond = rate?.bytesPerSecond(this.#clock.now()) ?? 0;
    return { laneKbps: perSecond / 125 / this.#stripes, partKbit: (rate?.partBytes ?? 0) / 125 };
  }
}
