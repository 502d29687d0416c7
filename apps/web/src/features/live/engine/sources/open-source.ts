import type { Clock } from '../media/environment.ts';
import { browserLadder } from '../quality/browser-ladder.ts';
import { qualityChoice } from '../quality/quality-preference.ts';
import { createHls, type HlsModule, hasMediaSource, keepFirstLevel, loadHls } from './hls-instance.ts';
import { HlsSource } from './hls-source.ts';
import { NativeSource } from './native-source.ts';
import { findSound } from './sound-playlist.ts';
import type { Source, SourceEvents } from './source.ts';

/**
 * Opens `url` in `video` in the way that this browser plays best. Chromium claims to play HLS
 * natively as well, so the choice depends on whether there is a Media Source.
 */
export async function openSource(
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
  preview: boolean,
  clock: Clock,
): Promise<Source> {
  if (!hasMediaSource()) return new NativeSource(video, url, events, clock);
  const module = await loadHls();
  if (preview) return openPreview(module, video, url, events, clock);
  const sound = qualityChoice().kind === 'audio' ? await findSound(module, url) : null;
  if (sound !== null) {
    const hls = createHls(module, { preview });
    hls.loadSource(sound.url);
    return new HlsSource(module, hls, video, events, clock, { soundOf: sound.qualities });
  }
  const ladder = browserLadder(module, clock);
  const hls = createHls(module, { preview, transfers: ladder.transfers }, ladder.config);
  hls.loadSource(url);
  const quality = ladder.control(hls, video);
  return new HlsSource(module, hls, video, events, clock, { quality });
}

function openPreview(
  module: HlsModule,
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
  clock: Clock,
): Source {
  const hls = createHls(module, { preview: true });
  keepFirstLevel(module, hls);
  hls.loadSource(url);
  return new HlsSource(module, hls, video, events, clock);
}
