import { Link } from '@tanstack/react-router';
import type { Activity } from '@tributary/contracts/studio';
import { clsx } from 'clsx';
import { Gift, HandCoins, Heart, type LucideIcon, Rocket, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format/money.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Ago } from '@/ui/time.tsx';

const LOOKS: Readonly<Record<Activity['kind'], { icon: LucideIcon; tone: string }>> = {
  follow: { icon: Heart, tone: 'bg-surface-3 text-muted' },
  donation: { icon: HandCoins, tone: 'bg-amber-soft text-amber' },
  subscription: { icon: Star, tone: 'bg-accent-soft text-accent' },
  gift: { icon: Gift, tone: 'bg-accent-soft text-accent' },
  raid: { icon: Rocket, tone: 'bg-green-soft text-green' },
};

/** One event of the channel: who did what, and when. */
export function ActivityRow({ entry }: { entry: Activity }) {
  const { icon: Icon, tone } = LOOKS[entry.kind];
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <span className={clsx('flex size-8 shrink-0 items-center justify-center rounded-full', tone)}>
        <Icon size={16} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        <p>
          <Sentence entry={entry} />
        </p>
        {entry.kind === 'donation' && entry.message !== '' && (
          <p className="mt-0.5 text-muted">
            <bdi>{entry.message}</bdi>
          </p>
        )}
        <p className="text-faint text-xs">
          <Ago at={entry.at} />
        </p>
      </div>
    </li>
  );
}

function Sentence({ entry }: { entry: Activity }): ReactNode {
  const name = () => <Actor entry={entry} />;
  switch (entry.kind) {
    case 'follow':
      return <Text k="studio.did.follow" values={{ name }} />;
    case 'donation':
      return (
        <Text
          k="studio.did.donation"
          values={{
            name,
            amount: () => (
              <span className="font-semibold text-amber">
                {formatMoney(entry.amountCents, entry.currency)}
              </span>
            ),
          }}
        />
      );
    case 'subscription':
      return <Text k="studio.did.subscription" values={{ name, tier: () => <bdi>{entry.tierName}</bdi> }} />;
    case 'gift':
      return (
        <Text
          k="studio.did.gift"
          values={{
            name,
            recipient: () => <PersonLink person={entry.recipient} />,
            tier: () => <bdi>{entry.tierName}</bdi>,
          }}
        />
      );
    case 'raid':
      return <Text k="studio.did.raid" values={{ name, viewers: entry.viewers }} />;
  }
}

type Person = Extract<Activity, { kind: 'follow' }>['person'];

function Actor({ entry }: { entry: Activity }) {
  if (entry.person) return <PersonLink person={entry.person} />;
  return <bdi className="font-semibold">{nameless(entry)}</bdi>;
}

function nameless(entry: Activity): string {
  if (entry.kind !== 'donation' || entry.isAnonymous) return t('studio.anonymous');
  return entry.guestName === '' ? t('studio.guest') : t('studio.guestNamed', { name: entry.guestName });
}

const PersonLink = ({ person: { username, displayName } }: { person: Person }) => (
  <Link
    to="/streamer/$username"
    params={{ username }}
    target="_blank"
    className="font-semibold text-ink no-underline hover:text-accent"
  >
    <bdi>{displayName || username}</bdi>
  </Link>
);
