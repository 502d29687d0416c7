import type { IngestHealthStatus } from '@tributary/contracts/live';
import { clsx } from 'clsx';
import { Check, TriangleAlert, Unplug } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { formatTime } from '@/lib/format/dates.ts';
import { formatClock } from '@/lib/format/times.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Ago } from '@/ui/time.tsx';
import { useIngestHealth } from '../../api/use-ingest-health.ts';
import { ingestFacts } from '../../engine/ingest-health.ts';
import { Renditions } from './renditions.tsx';

interface SignalPanelProps {
  /** The link to the stream page, shown while a signal arrives. */
  watchLink?: ReactNode;
  graceSeconds: number;
}

/** The state of the encoder's signal, updated live. */
export function IngestHealthPanel({ watchLink, graceSeconds }: SignalPanelProps) {
  const query = useIngestHealth();
  if (!query.data) {
    return query.isError ? (
      <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton className="h-64 rounded-media" />
    );
  }
  const health = query.data;
  return (
    <section aria-label={t('channels.signal')} className="flex flex-col gap-6 rounded-media bg-surface-1 p-5">
      <Status health={health} graceSeconds={graceSeconds} />
      {health.state !== 'waiting' && <Facts health={health} />}
      <Warnings health={health} />
      {health.renditions && health.state !== 'waiting' && <Renditions {...health.renditions} />}
      {health.cooldownUntil !== null && <Held until={health.cooldownUntil} />}
      {health.state !== 'receiving' && health.cooldownUntil === null && health.lastRefusal && (
        <Refusal {...health.lastRefusal} />
      )}
      {health.state !== 'waiting' && watchLink}
    </section>
  );
}

function Status({ health, graceSeconds }: { health: IngestHealthStatus; graceSeconds: number }) {
  const { title, text, icon, tone } = {
    waiting: {
      title: t('channels.signal.waiting'),
      text: t('channels.signal.waitingText'),
      icon: <span className="size-2.5 animate-live rounded-full bg-current" />,
      tone: 'bg-surface-3 text-muted',
    },
    receiving: {
      title: t('channels.signal.received'),
      text: health.warnings.length > 0 ? t('channels.signal.suggestions') : t('channels.signal.good'),
      icon: <Check size={22} strokeWidth={2.6} aria-hidden="true" />,
      tone: 'bg-green-soft text-green',
    },
    interrupted: {
      title: health.stopped ? t('channels.signal.stopped') : t('channels.signal.lost'),
      text: health.stopped
        ? t('channels.signal.stoppedText', { seconds: String(graceSeconds) })
        : t('channels.signal.lostText', { seconds: String(graceSeconds) }),
      icon: <Unplug size={20} aria-hidden="true" />,
      tone: 'bg-amber-soft text-amber',
    },
  }[health.state];
  return (
    <div role="status" className="flex items-start gap-4">
      <span
        className={clsx(
          'flex size-10 shrink-0 items-center justify-center rounded-full transition-colors duration-(--duration-slow)',
          tone,
        )}
      >
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        <p className="mt-1 text-muted text-sm">{text}</p>
      </div>
    </div>
  );
}

function Facts({ health }: { health: IngestHealthStatus }) {
  return (
    <dl className="grid grid-cols-2 gap-4 sm:max-lg:grid-cols-4">
      {ingestFacts(health).map(({ label, value }) => (
        <FactRow key={label} label={label} value={value} />
      ))}
      <Connected seconds={health.connectedSeconds} running={health.state === 'receiving'} />
    </dl>
  );
}

function FactRow({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="font-medium text-sm tabular-nums">{value}</dd>
    </div>
  );
}

/** The connection time, counted on between two updates. */
function Connected({ seconds, running }: { seconds: number; running: boolean }) {
  const [shown, setShown] = useState(seconds);
  useEffect(() => {
    const since = performance.now();
    setShown(seconds);
    if (!running) return;
    const timer = setInterval(() => setShown(seconds + (performance.now() - since) / 1000), 250);
    return () => clearInterval(timer);
  }, [seconds, running]);
  return <FactRow label={t('channels.signal.connected')} value={formatClock(shown)} />;
}

function Warnings({ health }: { health: IngestHealthStatus }) {
  if (health.state === 'waiting' || health.warnings.length === 0) return null;
  return (
    <ul aria-label={t('channels.signal.suggestionList')} className="flex flex-col gap-3">
      {health.warnings.map(({ code, message }) => (
        <li key={code} className="flex gap-2.5 text-sm">
          <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-amber" />
          {message}
        </li>
      ))}
    </ul>
  );
}

/** The publish cooldown after a stop, and the way to end it. */
function Held({ until }: { until: string }) {
  const admit = useApiMutation('POST /api/me/stream/admit');
  return (
    <div className="flex flex-col items-start gap-3 rounded-control bg-amber-soft p-3 text-sm">
      <p>
        <Text
          k="channels.blocked.text"
          values={{ time: () => <time dateTime={until}>{formatTime(until)}</time> }}
        />
      </p>
      <Button variant="secondary" size="sm" busy={admit.isPending} onClick={() => admit.mutate()}>
        {t('channels.blocked.allow')}
      </Button>
      <p role="alert" className="text-live empty:hidden">
        {admit.isError && messageOf(admit.error)}
      </p>
    </div>
  );
}

function Refusal({ reason, at }: { reason: string; at: string }) {
  return (
    <div className="rounded-control bg-live-soft p-3 text-sm">
      <p className="font-medium">{reason}</p>
      <p className="mt-1 text-muted">
        <Text k="channels.lastAttempt" values={{ time: () => <Ago at={at} inSentence /> }} />
      </p>
    </div>
  );
}
