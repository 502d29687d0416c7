import { formatBitrate, formatLatency } from '@/lib/format/measures.ts';
import type { SwitchReason } from '../../engine/quality/rendition.ts';

const bitrate = (bps: number): string => formatBitrate(bps / 1000);

/** Why another rendition is played, for the statistics. */
export function reasonOf(reason: SwitchReason): string {
  switch (reason.kind) {
    case 'late_part':
      return `a part would have been ${formatLatency(reason.lateBySeconds)} late at ${bitrate(reason.estimateBps)}`;
    case 'bandwidth_fell':
      return `bandwidth fell to ${bitrate(reason.estimateBps)}, ${bitrate(reason.neededBps)} needed`;
    case 'bandwidth_rose':
      return `bandwidth of ${bitrate(reason.estimateBps)} allows ${bitrate(reason.neededBps)}`;
    case 'player_size':
      return `the player is ${Math.round(reason.height)} pixels high`;
    case 'dropped_frames':
      return `${Math.round(reason.ratio * 100)}% of the frames were dropped`;
    case 'unavailable':
      return 'the server stopped making it';
    case 'data_saver':
      return 'data saver is on';
    case 'viewer':
      return 'you chose it';
  }
}
