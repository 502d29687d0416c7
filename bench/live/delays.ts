import { CLIP } from './clip.ts';
import type { SentTimes } from './publishers.ts';
import type { PartSeen } from './viewers.ts';

/**
 * For each part, milliseconds from the end of its media to `moment`. A part ends when the frame after it is
 * sent, so that a late publisher does not count against the server.
 */
export function delaysOf(
  parts: readonly PartSeen[],
  sent: SentTimes,
  moment: 'listedAt' | 'receivedAt',
): readonly number[] {
  return parts.flatMap((part) => {
    const ended = sent[part.key]?.[Math.round(part.endSeconds * CLIP.fps)];
    const at = part[moment];
    return ended === undefined || at === null ? [] : [at - ended];
  });
}
