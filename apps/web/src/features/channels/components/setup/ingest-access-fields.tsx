import type { IngestAccess } from '@tributary/contracts/channels';
import { apiQuery } from '@/lib/api-query.ts';
import { useApiMutation } from '@/lib/use-api.ts';
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
      <CopyField label="Server" value={access.rtmpUrl} />
      <CopyField
        label="Stream key"
        value={access.streamKey}
        secret
        shown={keyShown}
        onShownChange={onKeyShownChange}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="max-w-[48ch] text-muted text-sm">
          Anyone with this key can stream as you. Keep it secret.
        </p>
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
      label="Replace key"
      button={{ variant: 'quiet', size: 'sm' }}
      title="Replace stream key?"
      description="The current key stops working immediately. Update your encoder with the new key before you stream again."
      confirm="Replace key"
      onConfirm={async () => {
        await rotate.mutateAsync();
        toast.success('Stream key replaced', { description: 'Update the key in your encoder.' });
      }}
      failure="Couldn’t replace the key"
    />
  );
}
