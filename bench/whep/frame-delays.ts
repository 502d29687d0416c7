/** How long frames took from the publisher to the players. */
import type { ClipMessage } from '../live/clip.ts';
import type { FrameSeen } from './messages.ts';

const VIDEO = 9;
const RTP_CLOCK = 90_000;
/** The bytes of a frame that `RtpFrames` reports. */
const TAIL_BYTES = 8;

/** The index of each frame of the clip by its tail; frames whose tails are not unique are left out. */
export function framesByTail(messages: readonly ClipMessage[]): ReadonlyMap<string, number> {
  const frames = new Map<string, number>();
  const ambiguous = new Set<string>();
  messages
    .filter(({ type }) => type === VIDEO)
    .forEach(({ body }, index) => {
      const tail = body.subarray(-TAIL_BYTES).toString('hex');
      if (frames.has(tail)) ambiguous.add(tail);
      frames.set(tail, index);
    });
  for (const tail of ambiguous) frames.delete(tail);
  return frames;
}

/**
 * The frames of a player at the live edge, in order. The first one with a unique tail tells which frame it is, RTP
 * times tell about the others.
 * @param sentAtMs of each frame since the publisher began
 * @returns milliseconds, for each frame
 */
export function delaysOf(
  seen: readonly FrameSeen[],
  sentAtMs: readonly number[],
  frames: ReadonlyMap<string, number>,
  clip: { readonly frames: number; readonly fps: number },
): number[] {
  const known = seen.find(({ tail }) => frames.has(tail));
  if (known === undefined) return [];
  let first: number | undefined;
  // The clip repeats: the last time at which this frame was sent before it arrived.
  for (let at = frames.get(known.tail) ?? 0; at < sentAtMs.length; at += clip.frames)
    if ((sentAtMs[at] ?? Number.POSITIVE_INFINITY) <= known.atMs) first = at;
  if (first === undefined) return [];
  const base = first;
  return seen.flatMap(({ timestamp, atMs }) => {
    const ticks = (timestamp - known.timestamp) | 0;
    const sent = sentAtMs[base + Math.round((ticks * clip.fps) / RTP_CLOCK)];
    return sent === undefined ? [] : [atMs - sent];
  });
}
