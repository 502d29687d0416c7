import type { StartOptions } from './engine/live/player-types.ts';

/**
 * Reads the query of an embedded player: `?muted=1` and `?autoplay=0`.
 *
 * @param query as the browser or the router has parsed it
 */
export function readStartOptions({ muted, autoplay }: Record<string, unknown>): StartOptions {
  return {
    ...(/^(1|true)$/.test(String(muted)) && { muted: true }),
    ...(/^(0|false)$/.test(String(autoplay)) && { autoplay: false }),
  };
}
