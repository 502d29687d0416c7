import { useState } from 'react';
import { z } from 'zod';
import { call } from '@/lib/api.ts';
import { useSendsMail } from '@/lib/instance.ts';
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
    <Setting title="Email address" lead="For signing in and emails about your account. Only you can see it.">
      <div className="flex flex-col gap-5">
        <NoMailNote>Ask the operator for your link or code after you request it.</NoMailNote>
        {step === 'shown' && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <bdi className="break-all font-medium">{props.email}</bdi>
              {props.verified ? (
                <Badge tone="green">Confirmed</Badge>
              ) : (
                <Badge tone="amber">Not confirmed</Badge>
              )}
            </span>
            <span className="flex flex-wrap gap-2">
              {!props.verified && <Confirm email={props.email} />}
              <Button variant="secondary" onClick={() => setStep('changing')}>
                Change
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
      if (sendsMail)
        toast.success('Email sent', { description: 'Open the link in it to confirm your address.' });
      else toast.success('Link requested', { description: 'Ask the operator for it.' });
    } catch {
      setState('idle');
      toast.error('Couldn’t request a link', { description: 'Try again in a few minutes.' });
    }
  };
  return (
    <Button variant="secondary" busy={state === 'busy'} disabled={state === 'sent'} onClick={send}>
      {sendsMail === false ? 'Request confirmation link' : 'Send confirmation link'}
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
      <Field label="New email address" error={errors.newEmail?.message}>
        {(control) => (
          <Input {...control} {...form.register('newEmail')} type="email" autoComplete="email" autoFocus />
        )}
      </Field>
      {hasPassword && (
        <Field label="Your password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...form.register('password')} autoComplete="current-password" />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {sendsMail === false ? 'Request code' : 'Send code'}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
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
      toast.success('Email address changed');
      onDone();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <p role="status" className="text-muted">
        If <bdi className="font-medium text-ink">{newEmail}</bdi> is available,{' '}
        {sendsMail ? 'we’ve sent a six-digit code to it' : 'the operator can give you a six-digit code'}.
        Enter the code to change your address.
      </p>
      <FormError message={errors.root?.message} />
      <Field label="Code" error={errors.otp?.message}>
        {(control) => <CodeInput {...control} {...form.register('otp')} autoFocus />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          Change email
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
