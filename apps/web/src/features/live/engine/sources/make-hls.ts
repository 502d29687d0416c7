import type Hls from 'hls.js';
import { type HlsSettings, hlsConfig } from './hls-instance.ts';
import { unwantedLevels } from './wanted-levels.ts';

type HlsModule = typeof import('hls.js');

/** An hls.js that plays as a viewer wishes; it knows no address yet. */
export function makeHls({ default: HlsClass, Events }: HlsModule, settings: HlsSettings): Hls {
  const hls = new HlsClass(hlsConfig(settings));
  // Before it begins to load one of them; from behind, so that the places ahead still hold.
  hls.once(Events.MANIFEST_PARSED, () => {
    for (const place of unwantedLevels(hls.levels, settings).reverse()) hls.removeLevel(place);
  });
  return hls;
}
