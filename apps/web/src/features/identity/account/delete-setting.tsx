import { useState } from 'react';
import { z } from 'zod';
import { call } from '@/lib/api.ts';
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
    <Setting
      title="Delete account"
      lead="Permanently deletes your profile, your channel with its streams, and what you follow, saved and watched."
    >
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <Dialog
        title="Delete your account?"
        description="This can’t be undone. Your subscriptions end without a refund. If you have a channel, withdraw your balance first: your subscribers are refunded for unused time, and tickets to your events that haven’t ended are refunded. What stays: amounts of payments without your name, messages you sent with the contact form, and the log of admins’ actions."
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
      typed: z.string().refine((text) => text.trim() === username, `Type ${username} to confirm.`),
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
      toast.success('Account deleted');
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <FormError message={errors.root?.message} />
      <Field label={`Type ${username} to confirm`} error={errors.typed?.message}>
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
        <Field label="Your password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />
          )}
        </Field>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" busy={busy}>
          Delete permanently
        </Button>
      </div>
    </form>
  );
}
