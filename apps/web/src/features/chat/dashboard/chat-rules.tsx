import type { UserId } from '@tributary/contracts/shared';
import { t } from '@/lib/messages/t.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { useChatSettings } from '../api/channel.ts';
import { FilterSettings } from './filter-settings.tsx';
import { ModeSettings } from './mode-settings.tsx';

/** The modes and filters of a channel’s chats, for its streamer and moderators who may change them. */
export function ChatRules({ channelId }: { channelId: UserId }) {
  const settings = useChatSettings(channelId);
  return (
    <>
      <Setting title={t('chat.rules.who')} lead={t('chat.rules.whoLead')}>
        <Loaded query={settings} height="h-96">
          {(settings) => <ModeSettings channelId={channelId} settings={settings} />}
        </Loaded>
      </Setting>
      <Setting title={t('chat.rules.filters')} lead={t('chat.rules.filtersLead')}>
        <Loaded query={settings} height="h-96">
          {(settings) => <FilterSettings channelId={channelId} settings={settings} />}
        </Loaded>
      </Setting>
    </>
  );
}
