/** The sentences of the health page about its values. */
import type { LadderReason, ProcessReport } from '@tributary/contracts/admin';
import { numberFormat } from '@tributary/messages/format';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';

/** `1.5 cores`, `1 core`. */
export const formatCores = (cores: number): string =>
  t('admin.health.cores', { count: Math.round(cores * 10) / 10 });

/** The arguments of a message about the use of a limit. */
export const usageTexts = ({ used, limit }: { used: number; limit: number }) => ({
  used: String(used),
  limit: String(limit),
});

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

function largestUnit(seconds: number) {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return { unit, count: Math.floor(seconds / length) };
}

/** `3 days`, `1 minute`, `0 seconds`: the largest unit alone. */
export function formatPeriod(seconds: number): string {
  const { unit, count } = largestUnit(seconds);
  return numberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** `3 days ago`, inside a sentence as well. */
export function formatAgo(seconds: number): string {
  const { unit, count } = largestUnit(seconds);
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'always' }).format(-count, unit);
}

const budgetTexts = (reason: Extract<LadderReason, { kind: 'budget' | 'channel_budget' }>) => ({
  budget: formatCores(reason.budgetCores),
  rendition: reason.rendition,
  cores: formatCores(reason.cores),
  used: formatCores(reason.usedCores),
});

/** Why viewers of a stream have the source alone, or less than they asked for. */
export function reasonText(reason: LadderReason): string {
  switch (reason.kind) {
    case 'off':
      return t('admin.reason.off');
    case 'no_video':
      return t('admin.reason.noVideo');
    case 'none_smaller':
      return t('admin.reason.noneSmaller', { lines: String(reason.sourceHeight) });
    case 'no_viewer':
      return t('admin.reason.noViewer');
    case 'budget':
      return t('admin.reason.budget', budgetTexts(reason));
    case 'channel_budget':
      return t('admin.reason.channelBudget', budgetTexts(reason));
    case 'overloaded':
      return t('admin.reason.overloaded', { rendition: reason.rendition });
    case 'failing':
      return reason.fault === null
        ? t('admin.reason.failing')
        : t('admin.reason.failingWith', { fault: reason.fault });
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
  if (setting === 'off') return t('admin.encoders.off');
  if (encodersInUse.length > 0) {
    const names = new Intl.ListFormat(locale()).format(encodersInUse.map(encoderName));
    return t('admin.encoders.used', { encoders: names });
  }
  const [best] = encoders ?? [];
  return best === undefined
    ? t('admin.encoders.unknown')
    : t('admin.encoders.best', { encoder: encoderName(best) });
}
