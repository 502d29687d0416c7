import type { ReactNode } from 'react';
import { useApiPages } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { LoadFailure } from '@/ui/feedback/load-failure.tsx';
import { Section } from '@/ui/layout.tsx';
import { Person } from '@/ui/media/person.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { SubscriptionBadge } from '../subscription-badge.tsx';
import { SubscriptionTerms } from './subscription-terms.tsx';

/** A viewer's current subscriptions with their next charges; renders nothing without any. */
export function CurrentSubscriptions({ manage }: { manage: ReactNode }) {
  const list = useApiPages('GET /api/me/subscriptions', {});
  if (list.isLoadingError) return <LoadFailure what={t('memberships.current.what')} query={list} />;
  const current = (list.data ?? []).filter(({ status }) => status !== 'canceled');
  if (current.length === 0) return null;
  return (
    <Section title={t('memberships.current.title')} aside={manage}>
      <ul className="flex flex-col divide-y divide-line rounded-media bg-surface-1 px-5">
        {current.map((subscription) => (
          <li
            key={subscription.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4"
          >
            <Person person={subscription.streamer}>
              <bdi className="text-muted text-sm [overflow-wrap:anywhere]">{subscription.tier.name}</bdi>
              <span className="text-muted text-sm">
                <SubscriptionTerms subscription={subscription} />
              </span>
            </Person>
            <SubscriptionBadge subscription={subscription} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </Section>
  );
}
