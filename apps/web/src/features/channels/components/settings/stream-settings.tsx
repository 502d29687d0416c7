import type { StreamSettings } from '@tributary/contracts/channels';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { useSaveStreamSettings, useStreamSettings } from '../../api/use-channel.ts';
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
      <Setting title={t('channels.settings.details')} lead={t('channels.settings.detailsLead')}>
        <SavedSettingsForm settings={settings.data} />
      </Setting>
      <Setting title={t('channels.settings.thumbnail')} lead={t('channels.settings.thumbnailLead')}>
        <ThumbnailField url={settings.data.thumbnailUrl} />
      </Setting>
    </div>
  );
}

/** The settings of a channel's streams; saving also changes the live one. */
export function SavedSettingsForm({ settings }: { settings: StreamSettings }) {
  const save = useSaveStreamSettings();
  return (
    <SettingsForm
      settings={settings}
      save={async (edit) => {
        const saved = await save.mutateAsync(edit);
        toast.success(t('channels.settings.saved'));
        return saved;
      }}
    />
  );
}
