import { useState } from 'react';
import { z } from 'zod';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { session } from '@/lib/session.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, PasswordInput } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Setting } from '@/ui/forms/setting.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { FormError } from '../forms/form-parts.tsx';
import { password } from '../forms/schemas.ts';

interface DeleteSettingProps {
  username: string;
  hasPassword: boolean;
  /** Leaves pages that need the account. */
  onDeleted: () => Promise<unknown>;
}

export function DeleteSetting(props: DeleteSettingProps) {
  const [open, setOpen] = useState(false);
  return (
    <Setting title={t('identity.delete')} lead={t('identity.delete.lead')}>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t('identity.delete')}
      </Button>
      <Dialog
        title={t('identity.delete.title')}
        description={t('identity.delete.effect')}
        open={open}
        onOpenChange={setOpen}
      >
        <DeleteForm {...props} onCancel={() => setOpen(false)} />
      </Dialog>
    </Setting>
  );
}

function DeleteForm({
  username,
  hasPassword,
  onDeleted,
  onCancel,
}: DeleteSettingProps & { onCancel: () => void }) {
  const [schema] = useState(() =>
    z.object({
      typed: z
        .string()
        .refine((text) => text.trim() === username, t('identity.delete.mistyped', { username })),
      password: hasPassword ? password : z.string(),
    }),
  );
  const { form, submit, errors, busy } = useProblemForm({
    schema,
    defaultValues: { typed: '', password: '' },
    send: async (values) => {
      await call('POST /api/me/delete', { body: hasPassword ? { password: values.password } : {} });
      await onDeleted();
      session().ended();
      toast.success(t('identity.delete.done'));
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <FormError message={errors.root?.message} />
      <Field label={t('identity.delete.type', { username })} error={errors.typed?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('typed')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      {hasPassword && (
        <Field label={t('identity.yourPassword')} error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />
          )}
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          {t('identity.delete.confirm')}
        </Button>
      </div>
    </form>
  );
}
