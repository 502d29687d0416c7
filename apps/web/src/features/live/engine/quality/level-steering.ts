/**
 * Lets the player say which level hls.js loads. hls.js stays in its automatic mode, in which it also leaves a level that
 * fails, and asks here instead of its own estimate.
 */
import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';
import type { HlsModule } from '../sources/hls-instance.ts';

/** The end of what is buffered counts as that of a segment within this distance, in seconds. */
export const BOUNDARY_TOLERANCE_SECONDS = 0.06;

export class LevelSteering {
  #hls: Pick<Hls, 'latestLevelDetails' | 'mainForwardBufferInfo' | 'nextLoadLevel'> | null = null;
  /** Null: the first of the multivariant playlist. */
  #level: number | null = null;
  #atBoundary: number | null = null;

  /** The part of the configuration of hls.js that asks here. */
  configFor({ default: HlsClass }: HlsModule): Pick<HlsConfig, 'abrController'> {
    const { abrController: AbrController } = HlsClass.DefaultConfig;
    const steering = this;
    return {
      abrController: class SteeredAbrController extends AbrController {
        /** Its own estimate and its rules hear of nothing. */
        protected override registerListeners(): void {}
        protected override unregisterListeners(): void {}

        override get firstAutoLevel(): number {
          return steering.#level ?? this.hls.firstLevel;
        }

        override get forcedAutoLevel(): number {
          return -1;
        }

        override get nextAutoLevel(): number {
          return steering.#nextLevel() ?? this.hls.firstLevel;
        }

        /** hls.js sets it where a level fails. */
        override set nextAutoLevel(level: number) {
          steering.#level = level;
          steering.#atBoundary = null;
        }
      },
    };
  }

  /** Another level is loaded from the next segment on. */
  get isSwitchPending(): boolean {
    return this.#atBoundary !== null;
  }

  attach(hls: Hls): void {
    this.#hls = hls;
  }

  /** Gives up the present part as soon as the playlist of the level has arrived. */
  switchNow(level: number): void {
    if (!this.#hls) return;
    this.#atBoundary = null;
    this.#level = level;
    this.#hls.nextLoadLevel = level;
  }

  /** Switches once the present segment is complete: the next one begins with a keyframe, and nothing is loaded twice. */
  switchAtBoundary(level: number | null): void {
    this.#atBoundary = level;
  }

  #nextLevel(): number | null {
    if (this.#atBoundary !== null && this.#isAtBoundary()) {
      this.#level = this.#atBoundary;
      this.#atBoundary = null;
    }
    return this.#level;
  }

  #isAtBoundary(): boolean {
    const fragments = this.#hls?.latestLevelDetails?.fragments ?? [];
    const bufferEnd = this.#hls?.mainForwardBufferInfo?.end;
    if (bufferEnd === undefined) return false;
    return fragments.some(({ end }) => Math.abs(end - bufferEnd) < BOUNDARY_TOLERANCE_SECONDS);
  }
}
