import type { IngestAccess } from '@tributary/contracts';
import { useState } from 'react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { useRotateKey } from '../../api/use-channel.ts';

interface IngestAccessFieldsProps {
  access: IngestAccess;
  keyShown: boolean;
  onKeyShownChange: (shown: boolean) => void;
}

/** The two values an encoder needs, under the names that OBS gives them. */
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
          Whoever has the key can stream as you. Keep it to yourself.
        </p>
        <RotateKey />
      </div>
    </div>
  );
}

function RotateKey() {
  const [asking, setAsking] = useState(false);
  const rotate = useRotateKey();
  const confirm = async () => {
    try {
      await rotate.mutateAsync();
      toast.success('You have a new stream key', { description: 'Put it into your encoder.' });
    } catch (error) {
      toast.error('The key was not replaced', { description: messageOf(error) });
    }
    setAsking(false);
  };
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
        Replace key
      </Button>
      <Dialog
        title="Replace the stream key?"
        description="The present key stops working at once. Your encoder needs the new one before it can stream again."
        open={asking}
        onOpenChange={setAsking}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button variant="danger" busy={rotate.isPending} onClick={confirm}>
              Replace key
            </Button>
          </>
        }
      />
    </>
  );
}
