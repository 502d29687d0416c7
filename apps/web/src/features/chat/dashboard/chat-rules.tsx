import type { UserId } from '@tributary/contracts/shared';
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
      <Setting
        title="Who can chat"
        lead="Changes apply at once. They don’t apply to the streamer, moderators and admins."
      >
        <Loaded query={settings} height="h-96">
          {(settings) => <ModeSettings channelId={channelId} settings={settings} />}
        </Loaded>
      </Setting>
      <Setting
        title="Filters"
        lead="Messages that match are refused or held, and their author is told. The instance may block more words."
      >
        <Loaded query={settings} height="h-96">
          {(settings) => <FilterSettings channelId={channelId} settings={settings} />}
        </Loaded>
      </Setting>
    </>
  );
}
