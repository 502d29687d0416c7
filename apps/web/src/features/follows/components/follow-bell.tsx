import type { StreamerSummary } from '@tributary/contracts/channels';
import {
  FOLLOW_NOTIFICATIONS,
  type FollowNotifications,
  type FollowState,
} from '@tributary/contracts/follows';
import { Bell, BellOff, BellRing, Check, type LucideIcon } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@/ui/overlays/dropdown-menu.tsx';
import { useFollowState } from '../api/follow.ts';
import { useFollowNotifications } from '../api/follow-notifications.ts';

interface Choice {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly hint: string;
}

const CHOICES: Readonly<Record<FollowNotifications, Choice>> = {
  all: { icon: BellRing, label: t('follows.bell.all'), hint: t('follows.bell.allHint') },
  live: { icon: Bell, label: t('follows.bell.live'), hint: t('follows.bell.liveHint') },
  none: { icon: BellOff, label: t('follows.bell.none'), hint: t('follows.bell.noneHint') },
};

interface FollowBellProps {
  streamer: Pick<StreamerSummary, 'id' | 'username' | 'displayName'>;
  /** The state, if a list already has it; saves a request per row. */
  known?: FollowState;
  size?: 'sm' | 'md';
}

/** A menu with the notifications of a followed channel. Renders nothing while the user does not follow it. */
export function FollowBell({ streamer, known, size = 'md' }: FollowBellProps) {
  const isSignedIn = useSession().state === 'signed-in';
  const { data } = useFollowState(streamer.username, known);
  const change = useFollowNotifications(streamer);
  const current = isSignedIn ? (data?.notifications ?? null) : null;
  if (current === null) return null;
  const { icon: Icon, label } = CHOICES[current];
  const name = streamer.displayName || streamer.username;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="secondary"
          size={size === 'sm' ? 'icon-sm' : 'icon'}
          title={t('follows.bell.title', { choice: label })}
          aria-label={t('follows.bell.label', { name, choice: label })}
        >
          <Icon size={size === 'sm' ? 16 : 18} aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-80">
        <DropdownMenuRadioGroup value={current}>
          {FOLLOW_NOTIFICATIONS.map((one) => {
            const choice = CHOICES[one];
            return (
              <DropdownMenuRadioItem key={one} value={one} onSelect={() => change.mutate(one)}>
                <choice.icon size={17} aria-hidden="true" className="shrink-0" />
                <span className="flex min-w-0 flex-1 flex-col text-ink">
                  {choice.label}
                  <span className="font-normal text-muted text-xs">{choice.hint}</span>
                </span>
                {one === current && <Check size={17} aria-hidden="true" className="shrink-0" />}
              </DropdownMenuRadioItem>
            );
          })}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
