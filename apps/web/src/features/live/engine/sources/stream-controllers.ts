/** What this player changes about how hls.js loads and ends the tracks of a stream. */
import type { BufferInfo, HlsConfig, Level, LevelDetails, MediaFragment } from 'hls.js';
import { BOUNDARY_TOLERANCE_SECONDS } from '../quality/level-steering.ts';
import type { HlsModule } from './hls-instance.ts';

/**
 * hls.js plays across small holes, but does not end a track that has one, such as where an encoder reconnected: playback
 * would stall shortly before the end, since browsers wait for more.
 */
const withoutSmallHoles = (info: BufferInfo): BufferInfo => ({ ...info, buffered: [] });

/**
 * The end of a segment where the buffer ends slightly before it, as it does with the last frame's rounded duration. While
 * hls.js loads parts, it takes the end of the buffer literally: after a change of level, it would load all of the segment
 * again for the sake of those milliseconds.
 */
export function snapToSegmentEnd(
  bufferEnd: number,
  { fragments }: { readonly fragments: readonly { readonly end: number }[] },
): number {
  const whole = fragments.find(({ end }) => end > bufferEnd && end - bufferEnd < BOUNDARY_TOLERANCE_SECONDS);
  return whole?.end ?? bufferEnd;
}

/** Whether the last whole segment of the playlist is buffered up to `bufferEnd`, and nothing after it. */
const isLastAndEndsAt = ({ end, sn }: MediaFragment, bufferEnd: number, { endSN }: LevelDetails): boolean =>
  sn === endSN && Math.abs(end - bufferEnd) < BOUNDARY_TOLERANCE_SECONDS;

export function streamControllers({
  default: HlsClass,
  AudioStreamController,
}: HlsModule): Pick<HlsConfig, 'streamController' | 'audioStreamController'> {
  const { streamController: StreamController } = HlsClass.DefaultConfig;
  return {
    streamController: class EndingStreamController extends StreamController {
      protected override _streamEnded(info: BufferInfo, details: LevelDetails): boolean {
        return super._streamEnded(withoutSmallHoles(info), details);
      }

      protected override getNextFragment(bufferEnd: number, details: LevelDetails): MediaFragment | null {
        const position = snapToSegmentEnd(bufferEnd, details);
        const fragment = super.getNextFragment(position, details);
        const previous = this.fragPrevious;
        if (fragment === null || previous === null || !details.live) return fragment;
        // At the end of the playlist, hls.js takes the last segment, which it would load again in another level.
        const isSwitch = previous.sn === fragment.sn && previous.level !== fragment.level;
        return isSwitch && isLastAndEndsAt(fragment, position, details) ? null : fragment;
      }

      protected override loadFragment(fragment: MediaFragment, level: Level, bufferEnd: number): void {
        const { details } = level;
        super.loadFragment(fragment, level, details ? snapToSegmentEnd(bufferEnd, details) : bufferEnd);
      }
    },
    audioStreamController: class PromptAudioStreamController extends AudioStreamController {
      protected override _streamEnded(info: BufferInfo, details: LevelDetails): boolean {
        return super._streamEnded(withoutSmallHoles(info), details);
      }

      /**
       * hls.js creates no buffer before it has the beginning of both tracks, and loads audio only once the video's
       * first timestamp is known. It notices that within two of its ticks of 100 ms; this lets it tick at once.
       */
      override onInitPtsFound(
        ...args: Parameters<InstanceType<typeof AudioStreamController>['onInitPtsFound']>
      ) {
        super.onInitPtsFound(...args);
        // The first tick ends the wait, the second one loads.
        this.tick();
        this.tick();
      }
    },
  };
}
