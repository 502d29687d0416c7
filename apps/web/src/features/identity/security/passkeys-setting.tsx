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
import { createPasskey, knowsPasskeys } from '../passkeys.ts';
import { useDeletePasskey, useRefreshSecurity } from '../queries.ts';

interface Passkey {
  id: string;
  name: string;
  createdAt: string;
}

export function PasskeysSetting({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [naming, setNaming] = useState(false);
  const [doomed, setDoomed] = useState<Passkey | null>(null);
  const remove = useDeletePasskey();
  const confirm = async () => {
    if (!doomed) return;
    try {
      await remove.mutateAsync(doomed.id);
    } catch (error) {
      toast.error('The passkey is still there', { description: messageOf(error) });
    }
    setDoomed(null);
  };
  return (
    <Setting
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or a key, with nothing to type or to steal."
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
                  onClick={() => setDoomed(passkey)}
                >
                  <Trash2 size={18} aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        )}
        {knowsPasskeys() ? (
          <Button variant="secondary" className="self-start" onClick={() => setNaming(true)}>
            Add a passkey
          </Button>
        ) : (
          <p className="text-muted">This browser cannot make passkeys; a newer one can.</p>
        )}
      </div>
      <Dialog
        title="Add a passkey"
        description="Your device then asks for your fingerprint, face or PIN."
        open={naming}
        onOpenChange={setNaming}
      >
        <NamePasskey onClose={() => setNaming(false)} />
      </Dialog>
      <Dialog
        title="Delete this passkey?"
        description={`“${doomed?.name ?? ''}” then opens your account no more. Remove it from the device too.`}
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setDoomed(null)}>
              Keep it
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
      <Field label="Name" hint="So that you know it again: the device, say." error={errors.name?.message}>
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
