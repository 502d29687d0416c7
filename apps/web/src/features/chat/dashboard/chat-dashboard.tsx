import type { UserId } from '@tributary/contracts/shared';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { RevealTogether } from '@/ui/feedback/reveal-together.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { useChatSettings } from '../api/channel.ts';
import { Moderators, Vips } from './appointments.tsx';
import { ChatRules } from './chat-rules.tsx';
import { EmoteSettings } from './emotes/emote-settings.tsx';
import { ModerationQueue } from './moderation-queue.tsx';
import { RaidSettings } from './raid-settings.tsx';

interface ChatDashboardProps {
  channelId: UserId;
  /** The comments that wait for a moderator. */
  comments: ReactNode;
}

/** The settings of a channel's chats, and the people who moderate them. */
export function ChatDashboard({ channelId, comments }: ChatDashboardProps) {
  const settings = useChatSettings(channelId);
  return (
    <RevealTogether>
      <div className="divide-y divide-line">
        <ChatRules channelId={channelId} />
        <Setting title={t('chat.dashboard.emotes')} lead={t('chat.dashboard.emotesLead')}>
          <EmoteSettings />
        </Setting>
        <Setting title={t('chat.dashboard.raids')} lead={t('chat.dashboard.raidsLead')}>
          <Loaded query={settings} height="h-24">
            {(settings) => <RaidSettings channelId={channelId} settings={settings} />}
          </Loaded>
        </Setting>
        <Setting title={t('chat.viewers.moderators')} lead={t('chat.dashboard.moderatorsLead')}>
          <Moderators channelId={channelId} />
        </Setting>
        <Setting title={t('chat.viewers.vips')} lead={t('chat.dashboard.vipsLead')}>
          <Vips channelId={channelId} />
        </Setting>
      </div>
      <ModerationQueue channelId={channelId} comments={comments} />
    </RevealTogether>
  );
}
