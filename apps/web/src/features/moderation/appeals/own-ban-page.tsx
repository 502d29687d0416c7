import type { OwnBan } from '@tributary/contracts/moderation';
import { Gavel } from 'lucide-react';
import type { ReactNode } from 'react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { ApiProblem, call } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { AppealForm } from '@/ui/forms/appeal-form.tsx';
import { Fact, Section } from '@/ui/layout.tsx';
import { Moment } from '@/ui/time.tsx';

interface OwnBanPageProps {
  /** The token from a refused sign-in or the mail about the ban. */
  token: string;
  signIn: ReactNode;
  rulesLink: (words: ReactNode) => ReactNode;
}

/** The reason and the end of an account's ban, and the appeal against it. */
export function OwnBanPage({ token, signIn, rulesLink }: OwnBanPageProps) {
  const { data: ban, error, refetch } = useApi('POST /api/appeals/ban', { body: { token } });
  const send = useApiMutation((text: string) => call('POST /api/appeals', { body: { token, text } }), {
    answers: apiQuery('POST /api/appeals/ban', { body: { token } }),
  });
  if (!ban) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 409)) {
      return (
        <EmptyState icon={Gavel} title={t('moderation.ownBan.none')} actions={signIn}>
          {error.message}
        </EmptyState>
      );
    }
    if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
    return <Skeleton className="h-64 max-w-xl rounded-media" />;
  }
  return (
    <>
      <dl className="grid max-w-xl gap-x-6 gap-y-5 sm:grid-cols-2">
        <Fact label={t('moderation.ownBan.account')}>
          <bdi>@{ban.username}</bdi>
        </Fact>
        <Fact label={t('moderation.ownBan.banned')}>
          <Moment at={ban.at} />
        </Fact>
        <Fact label={t('moderation.ownBan.until')}>
          {ban.until ? <Moment at={ban.until} /> : t('moderation.ownBan.adminLifts')}
        </Fact>
        <Fact label={t('moderation.reason')}>
          <bdi>{ban.reason ?? t('moderation.ownBan.noReason')}</bdi>
        </Fact>
      </dl>
      <p className="max-w-[60ch] text-muted">
        <Text k="moderation.ownBan.rules" values={{ rules: rulesLink }} />
      </p>
      <Section title={t('moderation.appeals.appeal')}>
        {ban.appeal ? (
          <Sent appeal={ban.appeal} />
        ) : (
          <AppealForm busy={send.isPending} error={send.error} onSend={send.mutate} />
        )}
      </Section>
    </>
  );
}

function Sent({ appeal: { text, at, decision } }: { appeal: NonNullable<OwnBan['appeal']> }) {
  const sendsMail = useSendsMail();
  return (
    <div role="status" className="flex max-w-xl flex-col gap-4 rounded-media bg-surface-1 p-5">
      <div>
        <p className="text-muted text-sm">
          <Text k="moderation.ownBan.appealed" values={{ moment: () => <Moment at={at} /> }} />
        </p>
        <Words>{text}</Words>
      </div>
      <div>
        <p className="font-semibold">
          {decision === null
            ? t(sendsMail ? 'moderation.ownBan.byMail' : 'moderation.ownBan.bySignIn')
            : decision.outcome === 'upheld'
              ? t('moderation.ownBan.stays')
              : t('moderation.ownBan.lifted')}
        </p>
        {decision && <Words>{decision.reply}</Words>}
      </div>
    </div>
  );
}

function Words({ children }: { children: string }) {
  return (
    <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}
