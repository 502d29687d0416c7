import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { useStreamSettings } from '../../api/use-channel.ts';
import { SettingsForm } from './settings-form.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';

/** Everything that a stream starts with. */
export function StreamSettingsPanel() {
  const settings = useStreamSettings();
  if (!settings.data) {
    return settings.isError ? (
      <ErrorState message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />
    ) : (
      <Skeleton className="h-96 rounded-media" />
    );
  }
  return (
    <div className="divide-y divide-line">
      <Setting
        title="About the stream"
        lead="What your next stream starts with. While you are live, the running one changes at once, on every viewer’s page."
      >
        <SettingsForm settings={settings.data} />
      </Setting>
      <Setting title="Thumbnail" lead="What people see of your stream in lists, before they open it.">
        <ThumbnailField url={settings.data.thumbnailUrl} />
      </Setting>
    </div>
  );
}
