import type { Clock } from '../media/environment.ts';
import { qualityChoice } from '../quality/quality-preference.ts';
import { createHls, type HlsModule, hasMediaSource, keepFirstLevel, loadHls } from './hls-instance.ts';
import { HlsSource } from './hls-source.ts';
import { NativeSource } from './native-source.ts';
import type { PartSupply } from './part-supply.ts';
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
  if (preview) return openPreview(await loadHls(), video, url, events, clock);
  if (qualityChoice().kind === 'audio') {
    const sound = await openSound(video, url, events, clock);
    if (sound !== null) return sound;
  }
  // Together, since the first frame waits for both.
  const [module, { browserLadder }] = await Promise.all([loadHls(), import('../quality/browser-ladder.ts')]);
  const ladder = browserLadder(module, clock);
  const { transfers, early } = ladder;
  const slot: Pick<PartSupply, 'supplier'> = { supplier: null };
  const hls = createHls(module, { preview: false, transfers, early, supply: slot }, ladder.config);
  hls.loadSource(url);
  const quality = ladder.control(hls, video);
  const supply = Object.assign(slot, { hls, transfers });
  return new HlsSource(module, hls, video, events, clock, { quality, supply });
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

async function openSound(
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
  clock: Clock,
): Promise<Source | null> {
  const [module, { findSound }] = await Promise.all([loadHls(), import('./sound-playlist.ts')]);
  const sound = await findSound(module, url);
  if (sound === null) return null;
  const hls = createHls(module, { preview: false });
  hls.loadSource(sound.url);
  return new HlsSource(module, hls, video, events, clock, { soundOf: sound.qualities });
}
