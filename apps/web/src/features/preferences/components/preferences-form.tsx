import { MAX_HEIGHTS, type NotificationType, type Preferences } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { setPlayback } from '@/lib/playback.ts';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { useChangePreferences, usePreferences } from '../api/preferences.ts';
import { NotificationTable } from './notification-table.tsx';

interface PreferencesFormProps {
  /** What there is to be told of, in the order to show it. */
  told: readonly NotificationType[];
  /** Themes and the like, which belong to the whole app. */
  appearance: ReactNode;
  /** What this browser may do about notifications. */
  device?: ReactNode;
}

/** How somebody likes things. Each choice holds at once, and on every device. */
export function PreferencesForm({ told, appearance, device }: PreferencesFormProps) {
  const { data: preferences, error, refetch } = usePreferences();
  const change = useChangePreferences((now) => setPlayback(now.playback));
  if (!preferences) {
    if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
    return <FormSkeleton />;
  }
  const { playback, notifications, peerToPeer } = preferences;
  return (
    <div className="divide-y divide-line">
      <Setting title="Playback" lead="Holds for the next stream that you open, on every device.">
        <div className="flex flex-col gap-5">
          <Switch
            label="Play at once"
            hint="A stream begins as soon as its page opens. Otherwise it waits for you to press play."
            checked={playback.autoplay}
            onChange={(autoplay) => change.mutate({ playback: { autoplay } })}
          />
          <Switch
            label="Save data"
            hint="The smallest picture that a stream offers, and no moving previews."
            checked={playback.lowData}
            onChange={(lowData) => change.mutate({ playback: { lowData } })}
          />
          <Field
            label="Highest quality"
            hint="Where a stream offers several, the player chooses none above it."
          >
            {(control) => (
              <Select
                {...control}
                value={playback.maxHeight ?? ''}
                disabled={playback.lowData}
                onChange={({ target }) => change.mutate({ playback: { maxHeight: heightOf(target.value) } })}
              >
                <option value="">The best that fits</option>
                {[...MAX_HEIGHTS].reverse().map((height) => (
                  <option key={height} value={height}>
                    {height}p
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      </Setting>
      <Setting title="Notifications" lead="What you are told, and by which way.">
        <div className="flex flex-col gap-5">
          <NotificationTable
            told={told}
            chosen={notifications}
            onChange={(type, ways) => change.mutate({ notifications: { [type]: ways } })}
          />
          {device}
        </div>
      </Setting>
      <Setting title="Watch history" lead="What you watched while signed in. Only you see it.">
        <HistoryPauseSwitch hint="While paused, the streams you watch aren’t added." />
      </Setting>
      <Setting
        title="Between viewers"
        lead="Whether your browser may pass a stream on to other viewers, and take it from them, where an instance does that. Those who take part can learn each other's network address."
      >
        <Switch
          label="Let my browser take part"
          hint="This instance sends every stream to you itself. Your choice is kept."
          checked={peerToPeer}
          onChange={(choice) => change.mutate({ peerToPeer: choice })}
        />
      </Setting>
      <Setting title="Appearance" lead="How this place looks to you.">
        {appearance}
      </Setting>
    </div>
  );
}

/** Pauses the watch history; also shown above the history itself. */
export function HistoryPauseSwitch({ hint }: { hint: string }) {
  const { data: preferences } = usePreferences();
  const change = useChangePreferences();
  return (
    <Switch
      label="Pause history"
      hint={hint}
      checked={preferences?.historyPaused ?? false}
      disabled={!preferences}
      onChange={(historyPaused) => change.mutate({ historyPaused })}
    />
  );
}

const heightOf = (value: string): Preferences['playback']['maxHeight'] =>
  MAX_HEIGHTS.find((height) => String(height) === value) ?? null;

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
