import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { Button } from '@/ui/button.tsx';
import { NoMailNote } from '@/ui/feedback/no-mail-note.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { AuthLayout, FormError } from '../forms/form-parts.tsx';
import { useProblemForm } from '../forms/problem-form.ts';
import { addressed } from '../forms/schemas.ts';
import { ResendButton } from './resend-button.tsx';

interface RecoveryFormProps {
  email: string;
  aside: ReactNode;
}

const request = (email: string) => call('POST /api/auth/request-password-reset', { body: { email } });

/** Requests an email with a link to choose a new password. */
export function RecoveryForm({ email, aside }: RecoveryFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const sendsMail = useSendsMail();
  const { form, submit, errors, busy } = useProblemForm({
    schema: addressed,
    defaultValues: { email },
    fields: ['email'],
    send: async (values) => {
      await request(values.email);
      setSentTo(values.email);
    },
  });
  if (sentTo !== null) {
    return (
      <AuthLayout title={sendsMail ? 'Check your email' : 'Ask the operator'} aside={aside}>
        <p role="status" className="text-muted">
          If <bdi className="font-medium text-ink">{sentTo}</bdi> has an account,{' '}
          {sendsMail ? 'we’ve sent a link to it' : 'the operator can give you a link'}. The link is valid for
          one hour.
        </p>
        {sendsMail && (
          <div>
            <ResendButton send={() => request(sentTo)}>Resend</ResendButton>
          </div>
        )}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Reset your password"
      lead={sendsMail === false ? 'You’ll need a link from the operator.' : 'We’ll email you a link.'}
      aside={aside}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormError message={errors.root?.message} />
        <NoMailNote>Ask the operator for your link after you request it.</NoMailNote>
        <Field label="Email" error={errors.email?.message}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          {sendsMail === false ? 'Request link' : 'Send link'}
        </Button>
      </form>
    </AuthLayout>
  );
}
