import type { PasskeySummary } from '@tributary/contracts/identity';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '@/lib/api.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Setting } from '@/ui/forms/setting.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { FormError } from '../forms/form-parts.tsx';
import { createPasskey, type PasskeyOptions, requestPasskeyOptions, supportsPasskeys } from '../passkeys.ts';
import { useRefreshSecurity } from '../queries.ts';
import { PasskeyList } from './passkey-list.tsx';
import { type Proof, ReauthenticationDialog } from './reauthentication-dialog.tsx';

interface PasskeysSettingProps {
  passkeys: readonly PasskeySummary[];
  hasPassword: boolean;
  /** Whether the account has an authenticator app. */
  twoFactor: boolean;
}

export function PasskeysSetting({ passkeys, hasPassword, twoFactor }: PasskeysSettingProps) {
  const refresh = useRefreshSecurity();
  const [adding, setAdding] = useState(false);
  const [options, setOptions] = useState<PasskeyOptions | null>(null);
  const [deleting, setDeleting] = useState<PasskeySummary | null>(null);
  const remove = async (id: string, proof: Proof) => {
    await call('POST /api/auth/passkey/delete', { body: { id, ...proof } });
    await refresh();
  };
  const account = { hasPassword, acceptsCode: twoFactor };
  return (
    <Setting
      title="Passkeys"
      lead="Sign in with your fingerprint, face or security key instead of a password."
    >
      <div className="flex flex-col gap-4">
        {passkeys.length > 0 && <PasskeyList passkeys={passkeys} onDelete={setDeleting} />}
        {supportsPasskeys() ? (
          <Button variant="secondary" className="self-start" onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        ) : (
          <p className="text-muted">This browser doesn’t support passkeys. Update it or use another one.</p>
        )}
      </div>
      <ReauthenticationDialog
        title="Add passkey"
        lead="First, confirm it’s you."
        action="Continue"
        {...account}
        open={adding}
        onOpenChange={setAdding}
        onConfirmed={async (proof) => setOptions(await requestPasskeyOptions(proof))}
      />
      <Dialog
        title="Name your passkey"
        description="Then your device will ask for your fingerprint, face or PIN."
        open={options !== null}
        onOpenChange={() => setOptions(null)}
      >
        {options && <NamePasskey options={options} onClose={() => setOptions(null)} />}
      </Dialog>
      {deleting && (
        <ReauthenticationDialog
          title="Delete passkey?"
          lead={`You won’t be able to sign in with “${deleting.name}” anymore. Remove it from your device too.`}
          action="Delete"
          danger
          {...account}
          open
          onOpenChange={() => setDeleting(null)}
          onConfirmed={(proof) => remove(deleting.id, proof)}
        />
      )}
    </Setting>
  );
}

const named = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.'),
});

function NamePasskey({ options, onClose }: { options: PasskeyOptions; onClose: () => void }) {
  const refresh = useRefreshSecurity();
  const { form, submit, errors, busy } = useProblemForm({
    schema: named,
    defaultValues: { name: '' },
    send: async ({ name }) => {
      if (!(await createPasskey(options, name))) return;
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
