import { Link } from '@tanstack/react-router';
import type { OwnTier } from '@tributary/contracts/memberships';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Subscribers } from './subscribers.tsx';
import { Benefits, TierPrice } from './tier-parts.tsx';

/** A tier for its creator. `children` are further controls. */
export function OwnTierCard({ tier, children }: { tier: OwnTier; children?: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <article className="flex flex-col gap-4 rounded-media bg-surface-1 p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="flex min-w-0 flex-wrap items-center gap-2 text-lg">
            <bdi className="[overflow-wrap:anywhere]">{tier.name}</bdi>
            {!tier.isActive && <Badge>{t('memberships.card.archived')}</Badge>}
          </h2>
          <TierPrice tier={tier} />
        </div>
        <div className="ms-auto flex items-center gap-2">
          {children}
          <Button asChild variant="secondary" size="sm">
            <Link
              to="/dashboard/creator/tiers/$tierId"
              params={{ tierId: tier.id }}
              aria-label={t('memberships.card.editName', { name: tier.name })}
            >
              {t('memberships.card.edit')}
            </Link>
          </Button>
        </div>
      </header>
      {tier.description && (
        <p dir="auto" className="max-w-[68ch] text-muted">
          {tier.description}
        </p>
      )}
      <Benefits benefits={tier.benefits} />
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
        <summary className="flex w-fit list-none items-center gap-1.5 rounded-control py-0.5 font-medium text-sm [&::-webkit-details-marker]:hidden">
          <ChevronRight
            size={16}
            aria-hidden="true"
            className="transition-transform duration-(--duration-fast) group-open:rotate-90 rtl:not-group-open:rotate-180"
          />
          {subscribersOf(tier)}
        </summary>
        {/* Loaded when opened. */}
        {open && (
          <div className="pt-4">
            <Subscribers tierId={tier.id} />
          </div>
        )}
      </details>
    </article>
  );
}

/** A summary such as `12 subscribers, 3 canceled`. */
function subscribersOf({ subscribers: { active, trialing, pastDue, canceled } }: OwnTier): string {
  const subscribers = t('memberships.card.subscribers', { count: active + trialing + pastDue });
  return canceled > 0 ? t('memberships.card.subscribersCanceled', { subscribers, canceled }) : subscribers;
}
