import type { DonationPage } from '@tributary/contracts/donations';
import { formatMoney } from '@/lib/format/money.ts';
import { guestLabel } from '@/lib/labels/guest-label.ts';
import { t } from '@/lib/messages/t.ts';
import { Person } from '@/ui/media/person.tsx';
import { ReportButton } from '@/ui/report/report-button.tsx';
import { Ago } from '@/ui/time.tsx';
import { DonationMessage } from '../donation-message.tsx';
import { GoalProgress } from './goal-progress.tsx';
import { useDonationPage } from './use-donation-page.ts';

/** The goal and recent donations of a channel; renders nothing without any. */
export function ChannelDonations({ username }: { username: string }) {
  const { data: page } = useDonationPage(username);
  if (!page || (!page.goal && page.recent.length === 0)) return null;
  return (
    <div className="flex flex-col gap-5">
      {page.goal && <GoalProgress goal={page.goal} currency={page.currency} />}
      {page.recent.length > 0 && <Recent page={page} />}
    </div>
  );
}

function Recent({ page: { recent, currency } }: { page: DonationPage }) {
  return (
    <section aria-label={t('donations.recent')} className="flex flex-col gap-3">
      <h2 className="text-base">{t('donations.recent')}</h2>
      <ul className="flex flex-col gap-3">
        {recent.map(({ id, amount, message, donor, guestName, createdAt }) => (
          <li key={id} className="flex items-start justify-between gap-4 text-sm">
            <Person person={donor} fallback={guestLabel(guestName)}>
              <DonationMessage>{message}</DonationMessage>
              <span className="text-faint text-xs">
                <Ago at={createdAt} />
              </span>
            </Person>
            <div className="flex shrink-0 items-center gap-1">
              <span className="py-1.5 font-medium text-amber tabular-nums">
                {formatMoney(amount, currency)}
              </span>
              {message === '' && guestName === null ? (
                <span className="w-8" />
              ) : (
                <ReportButton
                  target={{ kind: 'donation', id }}
                  what={t('donations.report.message')}
                  compact
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
