/** Ultra low delay in the browser. Loaded where a viewer has chosen it. */
import { t } from '@/lib/messages/t.ts';
import type { LivePlayer } from '../live/player.ts';
import { systemClock } from '../media/environment.ts';
import { HAVE_CURRENT_DATA } from '../media/media-element.ts';
import { connectStream } from './connect-stream.ts';
import type { ReceivedStream } from './received-stream.ts';
import { captionLabelsOf } from './silent-captions.ts';
import { UltraLowDelay } from './ultra-low-delay.ts';
import { WebRtcSource } from './webrtc-source.ts';

export type BrowserUltraLowDelay = UltraLowDelay<ReceivedStream>;

export function startUltraLowDelay(
  endpoint: string,
  player: LivePlayer,
  video: HTMLVideoElement,
  onTurnedOff: () => void,
): BrowserUltraLowDelay {
  const clock = systemClock;
  let captions: readonly string[] = [];
  return new UltraLowDelay<ReceivedStream>(endpoint, {
    player,
    clock,
    async connect(url, signal) {
      const stream = await connectStream(url, signal, clock);
      try {
        // The last frame of HLS covers the change. During a seek there is none.
        await currentFrameOf(video, signal);
        return stream;
      } catch (error) {
        stream.close();
        throw error;
      }
    },
    sourceOf(stream, on, { areLikely }) {
      const { qualities, quality, liveAtSeconds } = player.store.get();
      // HLS may have played too briefly to receive captions again after an earlier change.
      const present = captionLabelsOf(video);
      if (present.length > 0) captions = present;
      const liveAtMs = liveAtSeconds === null ? null : liveAtSeconds * 1000 - clock.now();
      // Viewers can ask for captions that HLS has not received yet.
      const likely = captions.length === 0 && areLikely ? [t('live.captions.closed')] : captions;
      const options = { video, stream, clock, qualities, quality, captions: likely, liveAtMs, ...on };
      return async (_url, events) => new WebRtcSource(options, events);
    },
    isVisible: () => document.visibilityState === 'visible',
    onTurnedOff,
  });
}

/** Resolves once the element shows a frame. */
async function currentFrameOf(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  if (video.readyState >= HAVE_CURRENT_DATA) return;
  await new Promise<void>((resolve, reject) => {
    for (const type of ['loadeddata', 'seeked']) video.addEventListener(type, () => resolve(), { signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
