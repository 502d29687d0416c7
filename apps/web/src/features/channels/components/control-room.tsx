import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { instanceQuery } from '@/lib/instance.ts';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { Section } from '@/ui/layout.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { useStreamSettings } from '../api/use-channel.ts';
import { SettingsForm } from './settings-form.tsx';
import { SignalPanel } from './signal-panel.tsx';

interface ControlRoomProps {
  /** To the channel as viewers see it; shown while a signal arrives. */
  watchLink: ReactNode;
  /** To the stream key and the guide. */
  setupLink: ReactNode;
}

/** A channel that is or goes live: its signal, its title, and the way to its key. */
export function ControlRoom({ watchLink, setupLink }: ControlRoomProps) {
  const settings = useStreamSettings();
  const instance = useQuery(instanceQuery);
  return (
    <div className="grid items-start gap-10 lg:grid-cols-2">
      <SignalPanel watchLink={watchLink} graceSeconds={instance.data?.graceSeconds ?? 30} />
      <div className="flex min-w-0 flex-col gap-8">
        <Section title="This broadcast" aside={setupLink}>
          {settings.data ? (
            <SettingsForm settings={settings.data} />
          ) : settings.isError ? (
            <ErrorState message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />
          ) : (
            <Skeleton className="h-24" />
          )}
        </Section>
      </div>
    </div>
  );
}
