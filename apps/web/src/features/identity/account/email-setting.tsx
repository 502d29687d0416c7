import { useState } from 'react';
import { z } from 'zod';
import { call } from '@/lib/api/client.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { session } from '@/lib/session.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { NoMailNote } from '@/ui/feedback/no-mail-note.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input, PasswordInput } from '@/ui/forms/inputs.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Setting } from '@/ui/forms/setting.tsx';
import { CodeInput, FormError } from '../forms/form-parts.tsx';
import { email as emailSchema, mailedCode, password } from '../forms/schemas.ts';
import { useRefreshSecurity } from '../queries.ts';

interface EmailSettingProps {
  email: string;
  verified: boolean;
  hasPassword: boolean;
}

/** The account's email address: shown, then changed, then confirmed by a code. */
export function EmailSetting(props: EmailSettingProps) {
  const [step, setStep] = useState<'shown' | 'changing' | { newEmail: string }>('shown');
  const shown = () => setStep('shown');
  return (
    <Setting title={t('identity.change.title')} lead={t('identity.change.lead')}>
      <div className="flex flex-col gap-5">
        <NoMailNote>{t('identity.change.noMail')}</NoMailNote>
        {step === 'shown' && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <bdi className="break-all font-medium">{props.email}</bdi>
              {props.verified ? (
                <Badge tone="green">{t('identity.change.confirmed')}</Badge>
              ) : (
                <Badge tone="amber">{t('identity.change.unconfirmed')}</Badge>
              )}
            </span>
            <span className="flex flex-wrap gap-2">
              {!props.verified && <Confirm email={props.email} />}
              <Button variant="secondary" onClick={() => setStep('changing')}>
                {t('identity.change.change')}
              </Button>
            </span>
          </div>
        )}
        {step === 'changing' && (
          <ChangeForm {...props} onSent={(newEmail) => setStep({ newEmail })} onCancel={shown} />
        )}
        {typeof step === 'object' && <ConfirmForm newEmail={step.newEmail} onDone={shown} />}
      </div>
    </Setting>
  );
}

function Confirm({ email }: { email: string }) {
  const sendsMail = useSendsMail();
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const send = async () => {
    setState('busy');
    try {
      await call('POST /api/auth/send-verification-email', {
        body: { email, callbackURL: '/profile/account' },
      });
      setState('sent');
      if (sendsMail) toast.success(t('identity.linkSent'), { description: t('identity.linkSent.confirm') });
      else toast.success(t('identity.linkRequested'), { description: t('identity.linkRequested.ask') });
    } catch {
      setState('idle');
      toast.error(t('identity.change.noLink'), { description: t('identity.change.tryLater') });
    }
  };
  return (
    <Button variant="secondary" busy={state === 'busy'} disabled={state === 'sent'} onClick={send}>
      {t(sendsMail === false ? 'identity.change.requestLink' : 'identity.change.sendLink')}
    </Button>
  );
}

const withPassword = z.object({ newEmail: emailSchema, password });
const withoutPassword = z.object({ newEmail: emailSchema, password: z.string() });

interface AskProps extends EmailSettingProps {
  onSent: (newEmail: string) => void;
  onCancel: () => void;
}

function ChangeForm({ hasPassword, onSent, onCancel }: AskProps) {
  const sendsMail = useSendsMail();
  const { form, submit, errors, busy } = useProblemForm({
    schema: hasPassword ? withPassword : withoutPassword,
    defaultValues: { newEmail: '', password: '' },
    send: async ({ newEmail, password }) => {
      await call('POST /api/auth/request-email-change', {
        body: { newEmail, ...(hasPassword && { password }) },
      });
      onSent(newEmail);
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <FormError message={errors.root?.message} />
      <Field label={t('identity.change.new')} error={errors.newEmail?.message}>
        {(control) => (
          <Input {...control} {...form.register('newEmail')} type="email" autoComplete="email" autoFocus />
        )}
      </Field>
      {hasPassword && (
        <Field label={t('identity.yourPassword')} error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {t(sendsMail === false ? 'identity.request.requestCode' : 'identity.request.sendCode')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}

function ConfirmForm({ newEmail, onDone }: { newEmail: string; onDone: () => void }) {
  const refresh = useRefreshSecurity();
  const sendsMail = useSendsMail();
  const { form, submit, errors, busy } = useProblemForm({
    schema: mailedCode,
    defaultValues: { otp: '' },
    send: async ({ otp }) => {
      await call('POST /api/auth/change-email', { body: { newEmail, otp } });
      await Promise.all([refresh(), session().userUpdated()]);
      toast.success(t('identity.change.done'));
      onDone();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <p role="status" className="text-muted">
        <Text
          k={sendsMail ? 'identity.change.codeSent' : 'identity.change.codeFromOperator'}
          values={{ address: () => <bdi className="font-medium text-ink">{newEmail}</bdi> }}
        />
      </p>
      <FormError message={errors.root?.message} />
      <Field label={t('identity.code.label')} error={errors.otp?.message}>
        {(control) => <CodeInput {...control} {...form.register('otp')} autoFocus />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {t('identity.change.submit')}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  );
}
