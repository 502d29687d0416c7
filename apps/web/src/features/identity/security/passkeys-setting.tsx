import { Fingerprint, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { formatRelative } from '@/lib/format.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Setting } from '@/ui/forms/setting.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { FormError } from '../forms/form-parts.tsx';
import { useProblemForm } from '../forms/problem-form.ts';
import { createPasskey, supportsPasskeys } from '../passkeys.ts';
import { useDeletePasskey, useRefreshSecurity } from '../queries.ts';

interface Passkey {
  id: string;
  name: string;
  createdAt: string;
}

export function PasskeysSetting({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [naming, setNaming] = useState(false);
  const [deleting, setDeleting] = useState<Passkey | null>(null);
  const remove = useDeletePasskey();
  const confirm = async () => {
    if (!deleting) return;
    try {
      await remove.mutateAsync(deleting.id);
    } catch (error) {
      toast.error('Couldn’t delete the passkey', { description: messageOf(error) });
    }
    setDeleting(null);
  };
  return (
    <Setting
      title="Passkeys"
      lead="Sign in with your fingerprint, face or security key instead of a password."
    >
      <div className="flex flex-col gap-4">
        {passkeys.length > 0 && (
          <ul className="flex flex-col gap-1">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="flex items-center gap-3">
                <Fingerprint size={20} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate font-medium">
                    {passkey.name}
                  </span>
                  <span className="text-muted text-sm">
                    Added {formatRelative(passkey.createdAt).toLowerCase()}
                  </span>
                </span>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Delete ${passkey.name}`}
                  onClick={() => setDeleting(passkey)}
                >
                  <Trash2 size={18} aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        )}
        {supportsPasskeys() ? (
          <Button variant="secondary" className="self-start" onClick={() => setNaming(true)}>
            Add passkey
          </Button>
        ) : (
          <p className="text-muted">This browser doesn’t support passkeys. Update it or use another one.</p>
        )}
      </div>
      <Dialog
        title="Add passkey"
        description="Your device will ask for your fingerprint, face or PIN."
        open={naming}
        onOpenChange={setNaming}
      >
        <NamePasskey onClose={() => setNaming(false)} />
      </Dialog>
      <Dialog
        title="Delete passkey?"
        description={`You won’t be able to sign in with “${deleting?.name ?? ''}” anymore. Remove it from your device too.`}
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setDeleting(null)}>
              Cancel
            </Button>
            <Button variant="danger" busy={remove.isPending} onClick={confirm}>
              Delete
            </Button>
          </>
        }
      />
    </Setting>
  );
}

const named = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.'),
});

function NamePasskey({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshSecurity();
  const { form, submit, errors, busy } = useProblemForm({
    schema: named,
    defaultValues: { name: '' },
    fields: ['name'],
    send: async ({ name }) => {
      if (!(await createPasskey(name))) return;
      await refresh();
      onClose();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <FormError message={errors.root?.message} />
      <Field label="Name" hint="For example, the name of the device." error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Continue
        </Button>
      </div>
    </form>
  );
}
