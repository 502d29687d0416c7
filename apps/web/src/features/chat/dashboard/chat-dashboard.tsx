import type { UserId } from '@tributary/contracts/shared';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { RevealTogether } from '@/ui/feedback/reveal-together.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { useChatSettings } from '../api/channel.ts';
import { Moderators, Vips } from './appointments.tsx';
import { ChatRules } from './chat-rules.tsx';
import { EmoteSettings } from './emotes/emote-settings.tsx';
import { ModerationQueue } from './moderation-queue.tsx';
import { RaidSettings } from './raid-settings.tsx';

/** The settings of a channel's chats, and the people who moderate them. */
export function ChatDashboard({ channelId }: { channelId: UserId }) {
  const settings = useChatSettings(channelId);
  return (
    <RevealTogether>
      <div className="divide-y divide-line">
        <ChatRules channelId={channelId} />
        <Setting
          title="Emotes"
          lead="Images that people write as :name: in your chat. Each tier that you offer brings 10 more slots."
        >
          <EmoteSettings />
        </Setting>
        <Setting
          title="Raids"
          lead="Another channel can send its viewers to your stream at the end of its own."
        >
          <Loaded query={settings} height="h-24">
            {(settings) => <RaidSettings channelId={channelId} settings={settings} />}
          </Loaded>
        </Setting>
        <Setting
          title="Moderators"
          lead="Choose what each of them may do. Your modes and filters don’t apply to them. Only you add and remove them."
        >
          <Moderators channelId={channelId} />
        </Setting>
        <Setting
          title="VIPs"
          lead="They have a badge, and write without waiting in slow mode, following you or subscribing. They can’t moderate."
        >
          <Vips channelId={channelId} />
        </Setting>
      </div>
      <ModerationQueue channelId={channelId} />
    </RevealTogether>
  );
}
