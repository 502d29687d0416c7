/** Ultra low delay in the browser. Loaded where a viewer has chosen it. */
import type { LivePlayer } from '../live/player.ts';
import { systemClock } from '../media/environment.ts';
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
  return new UltraLowDelay<ReceivedStream>(endpoint, {
    player,
    clock,
    connect: (url, signal) => connectStream(url, signal, clock),
    sourceOf(stream, on) {
      const { qualities, quality, liveAtSeconds } = player.store.get();
      const captions = captionLabelsOf(video);
      const liveAtMs = liveAtSeconds === null ? null : liveAtSeconds * 1000 - clock.now();
      const options = { video, stream, clock, qualities, quality, captions, liveAtMs, ...on };
      return async (_url, events) => new WebRtcSource(options, events);
    },
    isVisible: () => document.visibilityState === 'visible',
    onTurnedOff,
  });
}
