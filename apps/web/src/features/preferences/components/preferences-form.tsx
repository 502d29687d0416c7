import type { ReactNode } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { setPlayback } from '@/lib/playback.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { NoMailNote } from '@/ui/feedback/no-mail-note.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import LanguageSelect from '@/ui/language-select.tsx';
import { useChangePreferences, usePreferences } from '../api/preferences.ts';
import { NotificationTable } from './notification-table.tsx';

interface PreferencesFormProps {
  /** The appearance settings, which belong to the app. */
  appearance: ReactNode;
  /** More settings of playback in this browser. */
  playback?: ReactNode;
  /** The push setting of this browser. */
  device?: ReactNode;
}

/** The user's preferences. Each change is saved immediately, for all devices. */
export function PreferencesForm({ appearance, playback: more, device }: PreferencesFormProps) {
  const { data: preferences, error, refetch } = usePreferences();
  const change = useChangePreferences((now) => setPlayback(now.playback));
  if (!preferences) {
    if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
    return <FormSkeleton />;
  }
  const { playback, notifications } = preferences;
  return (
    <div className="divide-y divide-line">
      <Setting title={t('preferences.playback')} lead={t('preferences.playback.lead')}>
        <div className="flex flex-col gap-5">
          <Switch
            label={t('preferences.autoplay')}
            hint={t('preferences.autoplay.hint')}
            checked={playback.autoplay}
            onChange={(autoplay) => change.mutate({ playback: { autoplay } })}
          />
          <Switch
            label={t('preferences.dataSaver')}
            hint={t('preferences.dataSaver.hint')}
            checked={playback.lowData}
            onChange={(lowData) => change.mutate({ playback: { lowData } })}
          />
          {more}
        </div>
      </Setting>
      <Setting title={t('preferences.notifications')} lead={t('preferences.notifications.lead')}>
        <div className="flex flex-col gap-5">
          <NotificationTable
            notifications={notifications}
            onChange={(key, ways) => change.mutate({ notifications: { [key]: ways } })}
          />
          <NoMailNote>{t('preferences.notifications.noMail')}</NoMailNote>
          {device}
        </div>
      </Setting>
      <Setting title={t('preferences.history')} lead={t('preferences.history.lead')}>
        <HistoryPauseSwitch />
      </Setting>
      <Setting title={t('preferences.language')} lead={t('preferences.language.lead')}>
        <LanguageSelect save={(language) => change.mutateAsync({ language })} />
      </Setting>
      <Setting title={t('preferences.appearance')} lead={t('preferences.appearance.lead')}>
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
      label={t('preferences.pause')}
      hint={preferences?.historyPaused ? t('preferences.pause.on') : t('preferences.pause.off')}
      checked={preferences?.historyPaused ?? false}
      disabled={!preferences}
      onChange={(historyPaused) => change.mutate({ historyPaused })}
    />
  );
}

function FormSkeleton() {
  return (
    <div role="status" aria-label={t('preferences.loading')} className="flex flex-col gap-10">
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
