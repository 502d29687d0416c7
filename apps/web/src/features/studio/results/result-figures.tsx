import type { StreamStatistics } from '@tributary/contracts/live';
import type { StreamResults } from '@tributary/contracts/studio';
import { numberFormat } from '@tributary/messages/format';
import { formatMoney } from '@/lib/format/money.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { formatClock } from '@/lib/format/times.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';

interface ResultFiguresProps {
  stream: StreamStatistics;
  results: StreamResults;
}

/** Viewers, messages, followers and income of a stream, side by side. */
export function ResultFigures({ stream, results }: ResultFiguresProps) {
  const average = numberFormat(locale(), { maximumFractionDigits: 1 }).format(stream.averageViewers);
  const { chatters: people, donations, subscriptions } = results;
  const figures: readonly (readonly [label: string, value: string, note?: string])[] = [
    [t('studio.figure.peak'), formatCount(stream.peakViewers)],
    [t('studio.figure.average'), average],
    [t('studio.figure.unique'), formatCount(results.uniqueViewers)],
    [t('studio.figure.length'), formatClock(stream.durationSeconds)],
    [
      t('studio.figure.messages'),
      formatCount(results.chatMessages),
      t('studio.figure.messagesBy', { people }),
    ],
    [t('studio.figure.followers'), formatCount(results.followers)],
    [
      t('studio.figure.income'),
      formatMoney(results.earnedCents, results.currency),
      t('studio.figure.incomeOf', { donations, subscriptions }),
    ],
    [t('studio.figure.raids'), formatCount(results.raids)],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6 gap-y-5">
      {figures.map(([label, value, note]) => (
        <div key={label} className="flex min-w-0 flex-col gap-0.5">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-display font-semibold text-lg tabular-nums">{value}</dd>
          {note !== undefined && <dd className="text-faint text-xs">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
