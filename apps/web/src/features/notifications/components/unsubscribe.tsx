import type { ReactNode } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';

interface UnsubscribeProps {
  /** The token from the email's link, which names the user and the preference. */
  token: string;
  /** The link to all notification settings. */
  preferences: ReactNode;
}

/** Unsubscribes from the emails of one preference. It takes a button press, since mail scanners open links. */
export function Unsubscribe({ token, preferences }: UnsubscribeProps) {
  const { mutate, data, error, isPending } = useApiMutation('POST /api/mail/unsubscribe');
  return (
    <div className="flex max-w-[60ch] flex-col items-start gap-6">
      <p role="status" className="text-muted">
        {data
          ? t('notifications.unsubscribe.done', { label: data.label })
          : t('notifications.unsubscribe.lead')}
      </p>
      {error && (
        <p role="alert" className="text-live">
          {messageOf(error)}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!data && (
          <Button busy={isPending} onClick={() => mutate({ query: { token } })}>
            {t('notifications.unsubscribe')}
          </Button>
        )}
        {preferences}
      </div>
    </div>
  );
}
