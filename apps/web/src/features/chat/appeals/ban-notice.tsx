import type { ChatBan } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { AppealForm } from '@/ui/forms/appeal-form.tsx';
import { banSentence } from '../api/moderation.ts';
import { useSendAppeal } from './use-appeals.ts';

/** Focuses the text of the form, which replaces the button that opened it. */
const focusText = (form: HTMLElement | null) => form?.querySelector('textarea')?.focus();

interface BanNoticeProps {
  streamId: StreamId;
  channelId: UserId;
  ban: ChatBan;
}

/** Replaces the message box of a banned viewer, with the ban and their appeal. */
export function BanNotice({ streamId, channelId, ban }: BanNoticeProps) {
  const [isWriting, setWriting] = useState(false);
  const send = useSendAppeal(streamId, channelId);
  const { appeal } = ban;
  return (
    <div className="m-3 flex max-h-[60%] flex-col gap-3 overflow-y-auto rounded-control bg-live-soft px-3 py-2.5 text-sm">
      <div role="status" className="flex flex-col gap-2 [overflow-wrap:anywhere]">
        <p className="text-live">
          {banSentence(ban, t('chat.ban.you'), (time) => t('chat.ban.youUntil', { time }))}
        </p>
        {appeal && (
          <p>
            {appeal.refusal === null ? (
              t('chat.appeal.pending')
            ) : (
              <Text k="chat.appeal.refused" values={{ reply: () => <bdi>{appeal.refusal}</bdi> }} />
            )}
          </p>
        )}
      </div>
      {appeal === null && !isWriting && (
        <Button size="sm" variant="secondary" className="self-start" onClick={() => setWriting(true)}>
          {t('chat.appeal.appeal')}
        </Button>
      )}
      {appeal === null && isWriting && (
        <div ref={focusText}>
          <AppealForm busy={send.isPending} error={send.error} onSend={send.mutate} />
        </div>
      )}
    </div>
  );
}
