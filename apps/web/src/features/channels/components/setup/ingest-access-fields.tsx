import type { IngestAccess } from '@tributary/contracts/channels';
import { apiQuery } from '@/lib/api/api-query.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';

interface IngestAccessFieldsProps {
  access: IngestAccess;
  keyShown: boolean;
  onKeyShownChange: (shown: boolean) => void;
}

/** The two values that an encoder needs, named as in OBS. */
export function IngestAccessFields({ access, keyShown, onKeyShownChange }: IngestAccessFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <CopyField label={t('channels.access.server')} value={access.rtmpUrl} />
      <CopyField
        label={t('channels.access.key')}
        value={access.streamKey}
        secret
        shown={keyShown}
        onShownChange={onKeyShownChange}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="max-w-[48ch] text-muted text-sm">{t('channels.access.secret')}</p>
        <RotateKey />
      </div>
    </div>
  );
}

function RotateKey() {
  const rotate = useApiMutation('POST /api/me/stream-key/rotate', {
    answers: apiQuery('GET /api/me/stream-key'),
  });
  return (
    <ConfirmButton
      label={t('channels.access.replace')}
      button={{ variant: 'quiet', size: 'sm' }}
      title={t('channels.access.replaceTitle')}
      description={t('channels.access.replaceEffect')}
      confirm={t('channels.access.replace')}
      onConfirm={async () => {
        await rotate.mutateAsync();
        toast.success(t('channels.access.replaced'), { description: t('channels.access.replacedNext') });
      }}
      failure={t('channels.access.failed')}
    />
  );
}
