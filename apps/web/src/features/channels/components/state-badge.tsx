import type { StreamState } from '@tributary/contracts/live';
import type { ComponentProps } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';

const LABELS: Readonly<Record<StreamState, string>> = {
  live: t('ui.live'),
  interrupted: t('channels.state.reconnecting'),
  ended: t('channels.state.offline'),
  offline: t('channels.state.offline'),
};

const TONES: Readonly<Record<StreamState, ComponentProps<typeof Badge>['tone']>> = {
  live: 'live',
  interrupted: 'amber',
  ended: 'neutral',
  offline: 'neutral',
};

/** The state of the streamer's own channel. Live only while the signal arrives. */
export function StateBadge({ state }: { state: StreamState }) {
  return <Badge tone={TONES[state]}>{LABELS[state]}</Badge>;
}
