import type { SessionSummary } from '@tributary/contracts/identity';
import { Monitor, Smartphone } from 'lucide-react';
import { call } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi, useApiMutation, useInvalidate } from '@/lib/api/use-api.ts';
import { formatRelativeInSentence } from '@/lib/format/times.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { signOutEverywhere } from '../queries.ts';

interface SessionsSettingProps {
  /** Leaves pages that need an account. */
  onSignedOut: () => Promise<unknown>;
}

/** The devices on which the user is signed in. */
export function SessionsSetting({ onSignedOut }: SessionsSettingProps) {
  const sessions = useApi('GET /api/me/sessions');
  return (
    <Setting title={t('identity.sessions.devices')} lead={t('identity.sessions.lead')}>
      {sessions.isPending && (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
      {sessions.isError && !sessions.data && (
        <ErrorState message={messageOf(sessions.error)} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data && <SessionList sessions={sessions.data.sessions} onSignedOut={onSignedOut} />}
    </Setting>
  );
}

interface SessionListProps extends SessionsSettingProps {
  sessions: readonly SessionSummary[];
}

function SessionList({ sessions, onSignedOut }: SessionListProps) {
  const invalidate = useInvalidate();
  const end = useApiMutation(
    (id: string | null) =>
      id === null ? call('DELETE /api/me/sessions') : call('DELETE /api/me/sessions/:id', { params: { id } }),
    {
      onSettled: () => invalidate('GET /api/me/sessions'),
      onSuccess: (_, id) =>
        void toast.success(t(id === null ? 'identity.sessions.othersOut' : 'identity.sessions.deviceOut')),
      failure: t('identity.sessions.notOut'),
    },
  );
  const others = sessions.filter(({ current }) => !current);
  return (
    <div className="flex flex-col gap-5">
      <ul aria-label={t('identity.sessions.sessions')} className="flex flex-col gap-4">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-3">
            <DeviceIcon device={session.device} />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2 font-medium">
                {session.device}
                {session.current && <Badge tone="accent">{t('identity.sessions.this')}</Badge>}
              </span>
              <span className="block text-muted text-sm">
                {session.current ? t('identity.sessions.now') : lastActive(session)}
                {session.place && <> · {placeName(session.place)}</>}
                {session.ipAddress && <> · {session.ipAddress}</>} ·{' '}
                {t('identity.sessions.signedIn', { when: formatRelativeInSentence(session.createdAt) })}
              </span>
            </span>
            {!session.current && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={t('identity.sessions.signOutDevice', { device: session.device })}
                busy={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                {t('identity.sessions.signOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 && <p className="text-muted text-sm">{t('identity.sessions.noOthers')}</p>}
      <div className="flex flex-wrap gap-3">
        {others.length > 0 && (
          <Button
            variant="secondary"
            busy={end.isPending && end.variables === null}
            onClick={() => end.mutate(null)}
          >
            {t('identity.sessions.signOutOthers')}
          </Button>
        )}
        <ConfirmButton
          label={t('identity.sessions.everywhere')}
          title={t('identity.sessions.everywhereTitle')}
          description={t('identity.sessions.everywhereEffect')}
          confirm={t('identity.sessions.everywhere')}
          onConfirm={() => signOutEverywhere(onSignedOut)}
          done={t('identity.sessions.everywhereDone')}
          failure={t('identity.sessions.everywhereFailed')}
        />
      </div>
      <p className="text-faint text-xs">
        {t('identity.sessions.locations')}{' '}
        <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="text-muted underline">
          {t('identity.sessions.dbIp')}
        </a>
      </p>
    </div>
  );
}

const lastActive = ({ lastUsedAt }: SessionSummary) =>
  t('identity.sessions.active', { when: formatRelativeInSentence(lastUsedAt) });

const countries = new Intl.DisplayNames(locale(), { type: 'region' });

const placeName = (place: string) => (place === 'local' ? t('identity.sessions.local') : countries.of(place));

function DeviceIcon({ device }: { device: string }) {
  const Icon = /android|ios|iphone|ipad/i.test(device) ? Smartphone : Monitor;
  return <Icon size={20} aria-hidden="true" className="shrink-0 text-muted" />;
}
