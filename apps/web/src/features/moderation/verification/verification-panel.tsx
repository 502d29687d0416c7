import type { VerificationRequest } from '@tributary/contracts/moderation';
import { BadgeCheck, Clock } from 'lucide-react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { Ago } from '@/ui/time.tsx';
import { VerificationFormFields } from './verification-form.tsx';

/** Requests verification and shows its state. */
export function VerificationPanel() {
  return (
    <Section title={t('moderation.users.verification')}>
      <VerificationState />
    </Section>
  );
}

function VerificationState() {
  const own = useApi('GET /api/me/verification');
  if (!own.data) {
    return own.isError ? (
      <ErrorState message={messageOf(own.error)} onRetry={() => void own.refetch()} />
    ) : (
      <Skeleton className="h-40 rounded-media" />
    );
  }
  const { isVerified, request } = own.data;
  if (isVerified) return <Verified request={request} />;
  if (request?.status === 'pending') return <Waiting request={request} />;
  return (
    <div className="flex flex-col gap-6">
      {request?.status === 'rejected' && <Rejected request={request} />}
      <p className="max-w-[68ch] text-muted">{t('moderation.verification.lead')}</p>
      <VerificationFormFields
        key={request?.id ?? 'first'}
        links={request?.socialMediaLinks ?? []}
        action={request ? t('moderation.verification.again') : t('moderation.verification.request')}
      />
    </div>
  );
}

function Verified({ request }: { request: VerificationRequest | null }) {
  return (
    <div className="flex flex-col gap-3 rounded-media bg-surface-1 p-5">
      <p className="flex items-center gap-2 font-medium">
        <BadgeCheck size={20} aria-hidden="true" className="text-accent" />
        {t('moderation.verification.isVerified')}
      </p>
      <p className="text-muted">{t('moderation.verification.badgeAppears')}</p>
      <Notes request={request} />
    </div>
  );
}

function Waiting({ request }: { request: VerificationRequest }) {
  return (
    <div className="flex flex-col gap-3 rounded-media bg-surface-1 p-5">
      <p className="flex items-center gap-2 font-medium">
        <Clock size={20} aria-hidden="true" className="text-muted" />
        {t('moderation.verification.reviewing')}
      </p>
      <p className="text-muted">
        <Text
          k="moderation.verification.sentAgo"
          values={{ ago: () => <Ago at={request.submittedAt} inSentence /> }}
        />
      </p>
      <ul className="flex flex-col gap-1">
        {request.socialMediaLinks.map((url) => (
          <li key={url} className="truncate text-sm">
            {url}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Rejected({ request }: { request: VerificationRequest }) {
  return (
    <div className="flex flex-col gap-3 rounded-media bg-amber-soft p-5">
      <p className="font-medium">{t('moderation.verification.wasRejected')}</p>
      <Notes request={request} />
    </div>
  );
}

/** The admin's notes. */
function Notes({ request }: { request: VerificationRequest | null }) {
  if (!request?.adminNotes) return null;
  return (
    <p dir="auto" className="max-w-[68ch] whitespace-pre-wrap">
      {request.adminNotes}
    </p>
  );
}
