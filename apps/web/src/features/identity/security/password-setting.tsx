import { newPassword, PASSWORD_MIN } from '@tributary/contracts/identity';
import { z } from 'zod';
import { call } from '@/lib/api.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { Button } from '@/ui/button.tsx';
import { NoMailNote } from '@/ui/feedback/no-mail-note.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { PasswordInput } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Setting } from '@/ui/forms/setting.tsx';
import { FormError } from '../forms/form-parts.tsx';
import { password } from '../forms/schemas.ts';

const change = z.object({ currentPassword: password, newPassword });

interface PasswordSettingProps {
  hasPassword: boolean;
  email: string;
}

export function PasswordSetting({ hasPassword, email }: PasswordSettingProps) {
  return (
    <Setting title="Password" lead="Changing it signs out all other devices.">
      {hasPassword ? <ChangePassword /> : <FirstPassword email={email} />}
    </Setting>
  );
}

function ChangePassword() {
  const { form, submit, errors, busy } = useProblemForm({
    schema: change,
    defaultValues: { currentPassword: '', newPassword: '' },
    send: async (body) => {
      await call('POST /api/auth/change-password', { body });
      form.reset();
      toast.success('Password changed', { description: 'All other devices were signed out.' });
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <FormError message={errors.root?.message} />
      <Field label="Current password" error={errors.currentPassword?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register('currentPassword')} autoComplete="current-password" />
        )}
      </Field>
      <Field
        label="New password"
        hint={`At least ${PASSWORD_MIN} characters. Several words work well.`}
        error={errors.newPassword?.message}
      >
        {(control) => (
          <PasswordInput {...control} {...form.register('newPassword')} autoComplete="new-password" />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={busy} className="self-start">
        Change password
      </Button>
    </form>
  );
}

/** For accounts that signed up by provider or code: requests a recovery link to set a first password. */
function FirstPassword({ email }: { email: string }) {
  const sendsMail = useSendsMail();
  const { submit, errors, busy } = useProblemForm({
    schema: z.object({}),
    defaultValues: {},
    send: async () => {
      await call('POST /api/auth/request-password-reset', { body: { email } });
      if (sendsMail)
        toast.success('Email sent', { description: 'Open the link in it to choose a password.' });
      else toast.success('Link requested', { description: 'Ask the operator for it.' });
    },
  });
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-3">
      <FormError message={errors.root?.message} />
      <p className="text-muted">You don’t have a password, since you sign in another way.</p>
      <NoMailNote>Ask the operator for your link after you request it.</NoMailNote>
      <Button type="submit" variant="secondary" busy={busy}>
        {sendsMail === false ? 'Request a link to set one' : 'Email me a link to set one'}
      </Button>
    </form>
  );
}
