import { newPassword, PASSWORD_MIN } from '@tributary/contracts/identity';
import { z } from 'zod';
import { call } from '@/lib/api/client.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
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
    <Setting title={t('identity.password')} lead={t('identity.passwordSetting.lead')}>
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
      toast.success(t('identity.newPassword.changed'), {
        description: t('identity.passwordSetting.signedOut'),
      });
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <FormError message={errors.root?.message} />
      <Field label={t('identity.passwordSetting.current')} error={errors.currentPassword?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register('currentPassword')} autoComplete="current-password" />
        )}
      </Field>
      <Field
        label={t('identity.newPassword.label')}
        hint={t('identity.password.hint', { min: PASSWORD_MIN })}
        error={errors.newPassword?.message}
      >
        {(control) => (
          <PasswordInput {...control} {...form.register('newPassword')} autoComplete="new-password" />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={busy} className="self-start">
        {t('identity.newPassword.change')}
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
      if (sendsMail) toast.success(t('identity.linkSent'), { description: t('identity.linkSent.password') });
      else toast.success(t('identity.linkRequested'), { description: t('identity.linkRequested.ask') });
    },
  });
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-3">
      <FormError message={errors.root?.message} />
      <p className="text-muted">{t('identity.passwordSetting.none')}</p>
      <NoMailNote>{t('identity.request.askForLink')}</NoMailNote>
      <Button type="submit" variant="secondary" busy={busy}>
        {t(
          sendsMail === false ? 'identity.passwordSetting.requestLink' : 'identity.passwordSetting.mailLink',
        )}
      </Button>
    </form>
  );
}
