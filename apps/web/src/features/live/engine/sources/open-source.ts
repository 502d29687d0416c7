import type { HlsSettings } from './hls-instance.ts';
import { takeEarly } from './hls-preload.ts';
import { HlsSource, hasMediaSource, loadHls } from './hls-source.ts';
import { makeHls } from './make-hls.ts';
import { NativeSource } from './native-source.ts';
import type { Source, SourceEvents } from './source.ts';

/**
 * Opens `url` in the way that this browser plays best. Chromium claims to play HLS by itself as well,
 * so what counts is whether there is a Media Source.
 */
export async function openSource(
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
  settings: HlsSettings,
): Promise<Source> {
  if (!hasMediaSource()) return new NativeSource(video, url, events);
  const module = await loadHls();
  const early = settings.preview ? null : takeEarly(url);
  const hls = early ?? makeHls(module, settings);
  if (early === null) hls.loadSource(url);
  return new HlsSource(module, hls, video, events);
}
