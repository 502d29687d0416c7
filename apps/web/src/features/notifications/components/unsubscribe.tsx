import { useMutation } from '@tanstack/react-query';
import type { NotificationType } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { call } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';

const STOPPED: Readonly<Record<NotificationType, string>> = {
  stream_live: 'when somebody you follow goes live',
  follower: 'when somebody follows you',
  donation: 'when somebody sends you a donation',
  comment: 'when somebody answers you',
  other: 'about your account and your channel',
};

interface UnsubscribeProps {
  /** From the mail's link; it says whose and which. */
  token: string;
  /** Where the rest can be chosen. */
  preferences: ReactNode;
}

/** From the link in a mail: no more like it. A press does it, since programs open links, too. */
export function Unsubscribe({ token, preferences }: UnsubscribeProps) {
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call('POST /api/mail/unsubscribe', { query: { token } }),
  });
  return (
    <div className="flex max-w-[60ch] flex-col items-start gap-6">
      <p role="status" className="text-muted">
        {data
          ? `Done. You get no more mails ${STOPPED[data.type]}.`
          : 'Press the button to get no more mails of the kind that led you here. You are still told in the bell, unless you have switched that off.'}
      </p>
      {error && (
        <p role="alert" className="text-live">
          {messageOf(error)}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!data && (
          <Button busy={isPending} onClick={() => mutate()}>
            Stop these mails
          </Button>
        )}
        {preferences}
      </div>
    </div>
  );
}
