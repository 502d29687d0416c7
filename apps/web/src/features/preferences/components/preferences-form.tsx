import type { ReactNode } from 'react';
import { setPlayback } from '@/lib/playback.ts';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { NoMailNote } from '@/ui/feedback/no-mail-note.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useChangePreferences, usePreferences } from '../api/preferences.ts';
import { NotificationTable } from './notification-table.tsx';

interface PreferencesFormProps {
  /** The appearance settings, which belong to the app. */
  appearance: ReactNode;
  /** The push setting of this browser. */
  device?: ReactNode;
}

/** The user's preferences. Each change is saved immediately, for all devices. */
export function PreferencesForm({ appearance, device }: PreferencesFormProps) {
  const { data: preferences, error, refetch } = usePreferences();
  const change = useChangePreferences((now) => setPlayback(now.playback));
  if (!preferences) {
    if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
    return <FormSkeleton />;
  }
  const { playback, notifications } = preferences;
  return (
    <div className="divide-y divide-line">
      <Setting title="Playback" lead="Applies from your next stream, on all devices.">
        <div className="flex flex-col gap-5">
          <Switch
            label="Autoplay"
            hint="Start streams automatically when you open them."
            checked={playback.autoplay}
            onChange={(autoplay) => change.mutate({ playback: { autoplay } })}
          />
          <Switch
            label="Data saver"
            hint="Turn off previews that play in lists and on the home page."
            checked={playback.lowData}
            onChange={(lowData) => change.mutate({ playback: { lowData } })}
          />
        </div>
      </Setting>
      <Setting title="Notifications" lead="What we notify you about, and how.">
        <div className="flex flex-col gap-5">
          <NotificationTable
            notifications={notifications}
            onChange={(key, ways) => change.mutate({ notifications: { [key]: ways } })}
          />
          <NoMailNote>Your choices under Email apply once its operator sets up a mail server.</NoMailNote>
          {device}
        </div>
      </Setting>
      <Setting title="Watch history" lead="Streams you watched while signed in. Only you can see it.">
        <HistoryPauseSwitch />
      </Setting>
      <Setting title="Appearance" lead="Theme and layout.">
        {appearance}
      </Setting>
    </div>
  );
}

/** Pauses the watch history; also shown above the history itself. */
export function HistoryPauseSwitch() {
  const { data: preferences } = usePreferences();
  const change = useChangePreferences();
  return (
    <Switch
      label="Pause history"
      hint={
        preferences?.historyPaused
          ? 'Paused. Streams you watch aren’t added.'
          : 'Streams you watch are added. Only you can see them.'
      }
      checked={preferences?.historyPaused ?? false}
      disabled={!preferences}
      onChange={(historyPaused) => change.mutate({ historyPaused })}
    />
  );
}

function FormSkeleton() {
  return (
    <div role="status" aria-label="Loading your preferences" className="flex flex-col gap-10">
      {[0, 1, 2].map((index) => (
        <div key={index} className="grid gap-x-12 gap-y-5 md:grid-cols-[minmax(0,20rem)_minmax(0,34rem)]">
          <Skeleton className="h-6 w-32" />
          <div className="flex flex-col gap-4">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </div>
        </div>
      ))}
    </div>
  );
}
