import { type ReactNode, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { useStreamSettings } from '../../api/use-channel.ts';
import { useIngestHealth } from '../../api/use-ingest-health.ts';
import { IngestHealthPanel } from '../ingest-health/ingest-health-panel.tsx';
import { SavedSettingsForm } from '../settings/stream-settings.tsx';
import { EncoderGuide } from './encoder-guide.tsx';
import { IngestAccessFields } from './ingest-access-fields.tsx';

const GRID = 'grid gap-12 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-16';

interface StreamSetupProps {
  /** The link to the user's stream page. */
  watchLink: ReactNode;
  /** The grace period after a lost signal. */
  graceSeconds: number;
  /** Who can watch, where an event decides it. */
  audience: ReactNode;
}

/** The steps to go live: stream details, stream key, encoder setup and signal check. */
export function StreamSetup({ watchLink, graceSeconds, audience }: StreamSetupProps) {
  const [keyShown, setKeyShown] = useState(false);
  const access = useApi(
    'GET /api/me/stream-key',
    {},
    // Drops the secret when the page that shows it closes.
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const settings = useStreamSettings();
  const health = useIngestHealth();
  const failed = [access, settings].find((query) => query.isError && !query.data);
  if (failed) return <ErrorState message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />;
  // Show all parts at once: on phones the signal is above the steps, and its height depends on its state.
  if (!access.data || !settings.data || !health.isFetched) return <SetupSkeleton />;
  return (
    <div className={GRID}>
      <div className="lg:sticky lg:top-[calc(var(--header-height)+1.5rem)] lg:col-start-2 lg:row-start-1 lg:self-start">
        <IngestHealthPanel watchLink={watchLink} graceSeconds={graceSeconds} />
      </div>
      <div className="flex min-w-0 flex-col gap-14 lg:row-start-1">
        {audience}
        <Step title={t('channels.setup.describe')}>
          <SavedSettingsForm settings={settings.data} />
        </Step>
        <Step title={t('channels.setup.copy')}>
          <IngestAccessFields access={access.data} keyShown={keyShown} onKeyShownChange={setKeyShown} />
        </Step>
        <Step title={t('channels.setup.encoder')}>
          <EncoderGuide access={access.data} keyShown={keyShown} />
        </Step>
      </div>
    </div>
  );
}

function SetupSkeleton() {
  return (
    <div role="status" aria-label={t('channels.setup.loading')} className={GRID}>
      <Skeleton className="h-28 rounded-media lg:col-start-2 lg:row-start-1" />
      <div className="flex flex-col gap-14 lg:row-start-1">
        <Skeleton className="h-80" />
        <Skeleton className="h-52" />
      </div>
    </div>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-5">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}
