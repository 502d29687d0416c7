import type { PasskeySummary } from '@tributary/contracts/identity';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
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
    <Setting title={t('identity.passkeys')} lead={t('identity.passkeys.lead')}>
      <div className="flex flex-col gap-4">
        {passkeys.length > 0 && <PasskeyList passkeys={passkeys} onDelete={setDeleting} />}
        {supportsPasskeys() ? (
          <Button variant="secondary" className="self-start" onClick={() => setAdding(true)}>
            {t('identity.passkeys.add')}
          </Button>
        ) : (
          <p className="text-muted">{t('identity.passkeys.unsupported')}</p>
        )}
      </div>
      <ReauthenticationDialog
        title={t('identity.passkeys.add')}
        lead={t('identity.prove.first')}
        action={t('identity.prove.continue')}
        {...account}
        open={adding}
        onOpenChange={setAdding}
        onConfirmed={async (proof) => setOptions(await requestPasskeyOptions(proof))}
      />
      <Dialog
        title={t('identity.passkeys.nameTitle')}
        description={t('identity.passkeys.nameLead')}
        open={options !== null}
        onOpenChange={() => setOptions(null)}
      >
        {options && <NamePasskey options={options} onClose={() => setOptions(null)} />}
      </Dialog>
      {deleting && (
        <ReauthenticationDialog
          title={t('identity.passkeys.deleteTitle')}
          lead={t('identity.passkeys.deleteEffect', { name: deleting.name })}
          action={t('identity.passkeys.delete')}
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
  name: z.string().trim().min(1, t('identity.passkeys.noName')).max(60, t('identity.passkeys.longName')),
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
      <Field
        label={t('identity.passkeys.name')}
        hint={t('identity.passkeys.nameHint')}
        error={errors.name?.message}
      >
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('identity.prove.continue')}
        </Button>
      </div>
    </form>
  );
}
