import type { DonationGoal } from '@tributary/contracts/donations';
import { formatDay } from '@/lib/format/dates.ts';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';

interface GoalProgressProps {
  goal: DonationGoal;
  currency: string;
}

/** A creator's donation goal and its progress. */
export function GoalProgress({ goal, currency }: GoalProgressProps) {
  const { title, targetAmount, raisedAmount, endsAt } = goal;
  const share = Math.min(1, raisedAmount / targetAmount);
  const amounts = {
    raised: formatMoney(raisedAmount, currency),
    target: formatMoney(targetAmount, currency),
  };
  return (
    <section
      aria-label={t('donations.goal.label')}
      className="flex flex-col gap-2 rounded-media bg-surface-1 p-4"
    >
      <p className="flex items-baseline justify-between gap-4">
        <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{title}</bdi>
        <span className="font-semibold text-amber tabular-nums">
          {t('donations.goal.share', { share: Math.floor((raisedAmount / targetAmount) * 100) / 100 })}
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        className="h-2 overflow-hidden rounded-full bg-surface-3"
      >
        <div
          className="h-full rounded-full bg-amber transition-[width] duration-(--duration-slow)"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="text-muted text-sm tabular-nums">
        {endsAt
          ? t('donations.goal.progressUntil', { ...amounts, day: formatDay(endsAt) })
          : t('donations.goal.progress', amounts)}
      </p>
    </section>
  );
}
