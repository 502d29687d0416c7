import { type ReactNode, useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { useIngestAccess, useStreamSettings } from '../api/use-channel.ts';
import { EncoderGuide } from './encoder-guide.tsx';
import { IngestAccessFields } from './ingest-access-fields.tsx';
import { SettingsForm } from './settings/settings-form.tsx';
import { SignalPanel } from './signal-panel.tsx';

interface StreamSetupProps {
  /** The link to one's own stream page. */
  watchLink: ReactNode;
  /** Seconds that a lost signal may be away. */
  graceSeconds: number;
}

/** From a title to a signal: what to fill in, what to copy, how to set up the encoder, and whether it arrives. */
export function StreamSetup({ watchLink, graceSeconds }: StreamSetupProps) {
  const [keyShown, setKeyShown] = useState(false);
  const access = useIngestAccess();
  const settings = useStreamSettings();
  const failed = [access, settings].find((query) => query.isError && !query.data);
  if (failed) return <ErrorState message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />;
  return (
    <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-16">
      <div className="lg:sticky lg:top-[calc(var(--header-height)+1.5rem)] lg:col-start-2 lg:row-start-1 lg:self-start">
        <SignalPanel watchLink={watchLink} graceSeconds={graceSeconds} />
      </div>
      <div className="flex min-w-0 flex-col gap-14 lg:row-start-1">
        <Step title="Say what you are streaming">
          {settings.data ? <SettingsForm settings={settings.data} /> : <Skeleton className="h-40" />}
        </Step>
        <Step title="Copy the address and the key">
          {access.data ? (
            <IngestAccessFields access={access.data} keyShown={keyShown} onKeyShownChange={setKeyShown} />
          ) : (
            <Skeleton className="h-40" />
          )}
        </Step>
        <Step title="Set up your encoder">
          {access.data ? (
            <EncoderGuide access={access.data} keyShown={keyShown} />
          ) : (
            <Skeleton className="h-64" />
          )}
        </Step>
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
