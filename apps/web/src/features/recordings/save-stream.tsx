import type { StreamDetail } from '@tributary/contracts/live';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { useRecordingSettings, useRecordStream } from './queries.ts';

/** Begins to record the live stream of a channel that is not recorded. */
export function SaveStream({ channel }: { channel: StreamDetail | null | undefined }) {
  const settings = useRecordingSettings().data;
  const record = useRecordStream();
  const isRunning = channel?.state === 'live' || channel?.state === 'interrupted';
  const isRecorded = channel?.stream?.recording != null || record.isSuccess;
  if (!isRunning || isRecorded || settings?.isEnabled !== true || settings.records !== 'never') return null;
  const onSuccess = () =>
    toast.success(t('recordings.save.saving'), {
      description: t('recordings.save.effect'),
    });
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={record.isPending}
      onClick={() => record.mutate(undefined, { onSuccess })}
    >
      {t('recordings.save.save')}
    </Button>
  );
}
