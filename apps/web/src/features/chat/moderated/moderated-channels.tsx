import { Link } from '@tanstack/react-router';
import type { ModeratedChannel } from '@tributary/contracts/chat';
import { Gavel } from 'lucide-react';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Avatar } from '@/ui/media/avatar.tsx';
import { useQueue } from '../api/moderation.ts';
import { POWER_LABELS } from '../engine/people/powers.ts';

/** The channels whose chats the user moderates for others, with the size of each queue. */
export function ModeratedChannels() {
  return (
    <Loaded query={useApi('GET /api/me/moderated-channels')} height="h-64">
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={Gavel} title={t('chat.moderated.none')}>
            {t('chat.moderated.noneLead')}
          </EmptyState>
        ) : (
          <ul aria-label={t('chat.moderated.channels')} className="grid gap-x-6 gap-y-1 md:grid-cols-2">
            {items.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function ChannelRow({
  channel: { id, username, displayName, avatarUrl, powers },
}: {
  channel: ModeratedChannel;
}) {
  const queue = useQueue(powers.includes('people') ? id : null);
  const waiting = queue ? queue.heldCount + queue.appeals.length : 0;
  const name = displayName || username;
  return (
    <li className="relative flex items-center gap-3 rounded-control p-2 hover:bg-surface-1">
      <Avatar name={name} src={avatarUrl} size={48} />
      <div className="min-w-0 flex-1">
        <Link
          to="/dashboard/viewer/moderation/$username"
          params={{ username }}
          className="block font-semibold text-ink no-underline after:absolute after:inset-0 after:rounded-control hover:text-accent"
        >
          <bdi className="block truncate">{name}</bdi>
        </Link>
        <p className="truncate text-muted text-sm">
          {powers.map((power) => POWER_LABELS[power]).join(' · ') || t('chat.moderated.exempt')}
        </p>
      </div>
      {waiting > 0 && <Badge tone="accent">{t('chat.moderated.waiting', { count: waiting })}</Badge>}
    </li>
  );
}
