import type { SessionSummary } from '@tributary/contracts/identity';
import { Monitor, Smartphone } from 'lucide-react';
import { call } from '@/lib/api.ts';
import { formatRelative } from '@/lib/format.ts';
import { messageOf } from '@/lib/query.ts';
import { useApi, useApiMutation, useInvalidate } from '@/lib/use-api.ts';
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
    <Setting title="Devices" lead="Sign out any device you don’t recognize, then change your password.">
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
        void toast.success(id === null ? 'All other devices signed out' : 'Device signed out'),
      failure: 'Couldn’t sign out the device',
    },
  );
  const others = sessions.filter(({ current }) => !current);
  return (
    <div className="flex flex-col gap-5">
      <ul aria-label="Sessions" className="flex flex-col gap-4">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-3">
            <DeviceIcon device={session.device} />
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center gap-x-2 font-medium">
                {session.device}
                {session.current && <Badge tone="accent">This device</Badge>}
              </span>
              <span className="block text-muted text-sm">
                {session.current ? 'Now' : lastActive(session)}
                {session.place && <> · {placeName(session.place)}</>}
                {session.ipAddress && <> · {session.ipAddress}</>} · signed in{' '}
                {formatRelative(session.createdAt).toLowerCase()}
              </span>
            </span>
            {!session.current && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Sign out ${session.device}`}
                busy={end.isPending && end.variables === session.id}
                onClick={() => end.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 && <p className="text-muted text-sm">No other devices.</p>}
      <div className="flex flex-wrap gap-3">
        {others.length > 0 && (
          <Button
            variant="secondary"
            busy={end.isPending && end.variables === null}
            onClick={() => end.mutate(null)}
          >
            Sign out all other devices
          </Button>
        )}
        <ConfirmButton
          label="Sign out everywhere"
          title="Sign out everywhere?"
          description="This signs you out on all devices, this one included."
          confirm="Sign out everywhere"
          onConfirm={() => signOutEverywhere(onSignedOut)}
          done="Signed out on all devices"
          failure="Couldn’t sign you out everywhere"
        />
      </div>
      <p className="text-faint text-xs">
        Locations are estimated from IP addresses.{' '}
        <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="text-muted underline">
          IP geolocation by DB-IP
        </a>
      </p>
    </div>
  );
}

const lastActive = ({ lastUsedAt }: SessionSummary) => `Active ${formatRelative(lastUsedAt).toLowerCase()}`;

const countries = new Intl.DisplayNames('en', { type: 'region' });

const placeName = (place: string) =>
  place === 'local' ? 'This device or your local network' : countries.of(place);

function DeviceIcon({ device }: { device: string }) {
  const Icon = /android|ios|iphone|ipad/i.test(device) ? Smartphone : Monitor;
  return <Icon size={20} aria-hidden="true" className="shrink-0 text-muted" />;
}
