/** The sentences of the health page about its values. */
import type { LadderReason, ProcessReport } from '@tributary/contracts/admin';
import { formatNumberOf } from '@/lib/format.ts';

/** `1.5 cores`, `1 core`. */
export const formatCores = (cores: number): string => {
  const amount = Math.round(cores * 10) / 10;
  return `${amount} ${amount === 1 ? 'core' : 'cores'}`;
};

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `3 days`, `1 minute`, `0 seconds`: the largest unit alone. */
export function formatPeriod(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return formatNumberOf(Math.floor(seconds / length), unit);
}

/** Why viewers of a stream have the source alone, or less than they asked for. */
export function reasonText(reason: LadderReason): string {
  switch (reason.kind) {
    case 'off':
      return 'Transcoding is off.';
    case 'no_video':
      return 'The stream has no video.';
    case 'none_smaller':
      return `No offered rendition is smaller than the source, which has ${reason.sourceHeight} lines.`;
    case 'no_viewer':
      return 'No viewer has asked for a smaller rendition yet.';
    case 'budget':
      return `The budget of ${formatCores(reason.budgetCores)} is used up: ${reason.rendition} takes ${formatCores(reason.cores)}, and ${formatCores(reason.usedCores)} are in use.`;
    case 'channel_budget':
      return `The channel’s limit of ${formatCores(reason.budgetCores)} is used up: ${reason.rendition} takes ${formatCores(reason.cores)}, and ${formatCores(reason.usedCores)} are in use.`;
    case 'overloaded':
      return `The encoder came late; ${reason.rendition} was given up for a minute.`;
    case 'failing':
      return reason.fault === null
        ? 'The encoder failed more than once and is started again after a pause.'
        : `The encoder failed more than once and is started again after a pause: ${reason.fault}`;
  }
}

const ENCODERS: Readonly<Record<string, string>> = {
  x264: 'x264 (CPU)',
  nvenc: 'NVENC',
  qsv: 'Quick Sync',
  vaapi: 'VA-API',
};

export const encoderName = (name: string): string => ENCODERS[name] ?? name;

/** The encoder of renditions, or the one that would be used. */
export function encodersText({ setting, encoders, encodersInUse }: ProcessReport['transcoding']): string {
  if (setting === 'off') return 'Off';
  if (encodersInUse.length > 0) return `Encodes with ${encodersInUse.map(encoderName).join(' and ')}`;
  const [best] = encoders ?? [];
  return best === undefined
    ? 'Looks for encoders with the first stream'
    : `Would encode with ${encoderName(best)}`;
}
