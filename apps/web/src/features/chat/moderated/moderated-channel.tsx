import { Link } from '@tanstack/react-router';
import { type ModeratedChannel as Channel, MODERATOR_POWERS } from '@tributary/contracts/chat';
import { LIVE_SLUG, type UserId } from '@tributary/contracts/shared';
import { Gavel } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Section } from '@/ui/layout.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { ChatRules } from '../dashboard/chat-rules.tsx';
import { ModerationQueue } from '../dashboard/moderation-queue.tsx';
import { POWER_HINTS } from '../engine/people/powers.ts';

interface ModeratedChannelProps {
  username: string;
  /** The comments that wait for the moderators of the channel. */
  comments: (channelId: UserId) => ReactNode;
}

/** The tools of a moderator for another channel’s chats, also while it is offline. */
export function ModeratedChannel({ username, comments }: ModeratedChannelProps) {
  return (
    <Loaded query={useApi('GET /api/me/moderated-channels')} height="h-96">
      {({ items }) => {
        const channel = items.find((one) => one.username === username);
        return channel ? <Moderation channel={channel} comments={comments(channel.id)} /> : <NotModerated />;
      }}
    </Loaded>
  );
}

const NotModerated = () => (
  <EmptyState
    icon={Gavel}
    title={t('chat.moderated.notYours')}
    actions={
      <Button asChild>
        <Link to="/dashboard/viewer/moderation">{t('chat.moderated.viewAll')}</Link>
      </Button>
    }
  >
    {t('chat.moderated.removed')}
  </EmptyState>
);

function Moderation({
  channel: { id, username, powers },
  comments,
}: {
  channel: Channel;
  comments: ReactNode;
}) {
  const leave = useApiMutation('DELETE /api/me/moderated-channels/:channelId', {
    invalidates: ['GET /api/me/moderated-channels'],
  });
  return (
    <>
      <Section
        title={t('chat.moderated.may')}
        aside={
          <ConfirmButton
            label={t('chat.moderated.stop')}
            button={{ size: 'sm' }}
            title={t('chat.moderated.stopTitle', { username })}
            description={t('chat.moderated.stopEffect')}
            confirm={t('chat.moderated.stop')}
            onConfirm={() => leave.mutateAsync({ params: { channelId: id } })}
            failure={t('chat.moderated.stopFailed')}
          />
        }
      >
        <ul className="flex list-disc flex-col gap-1 ps-5 text-sm">
          <li>
            <Text
              k="chat.moderated.write"
              values={{
                chat: (words) => (
                  <Link to="/s/$username/$slug" params={{ username, slug: LIVE_SLUG }}>
                    {words}
                  </Link>
                ),
              }}
            />
          </li>
          {MODERATOR_POWERS.filter((power) => powers.includes(power)).map((power) => (
            <li key={power}>{POWER_HINTS[power]}</li>
          ))}
        </ul>
      </Section>
      {powers.includes('people') && <ModerationQueue channelId={id} comments={comments} />}
      {powers.includes('room') && (
        <div className="divide-y divide-line">
          <ChatRules channelId={id} />
        </div>
      )}
    </>
  );
}
