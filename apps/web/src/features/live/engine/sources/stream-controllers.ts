/** What this player changes about how hls.js loads and ends the tracks of a stream. */
import type { BufferInfo, HlsConfig, LevelDetails } from 'hls.js';
import type { HlsModule } from './hls-instance.ts';

/**
 * hls.js plays across small holes, but does not end a track that has one, such as where an encoder reconnected: playback
 * would stall shortly before the end, since browsers wait for more.
 */
const withoutSmallHoles = (info: BufferInfo): BufferInfo => ({ ...info, buffered: [] });

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
