import { messageOf } from '@/lib/query.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { useStreamSettings } from '../../api/use-channel.ts';
import { SettingsForm } from './settings-form.tsx';
import { ThumbnailField } from './thumbnail-field.tsx';

/** The settings that a stream starts with. */
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
        title="Stream details"
        lead="Used for your next stream. If you’re live, changes apply immediately for all viewers."
      >
        <SettingsForm settings={settings.data} />
      </Setting>
      <Setting title="Thumbnail" lead="Shown for your stream on Home and Discover.">
        <ThumbnailField url={settings.data.thumbnailUrl} />
      </Setting>
    </div>
  );
}
