import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { AuthLayout, FormError, NoMailNote } from '../forms/form-parts.tsx';
import { useProblemForm } from '../forms/problem-form.ts';
import { addressed } from '../forms/schemas.ts';
import { ResendButton } from './resend-button.tsx';

interface RecoveryFormProps {
  email: string;
  aside: ReactNode;
}

const request = (email: string) => call('POST /api/auth/request-password-reset', { body: { email } });

/** Asks for the mail with the link to a new password. */
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
      <AuthLayout title={sendsMail ? 'Look into your mailbox' : 'Ask the operator'} aside={aside}>
        <p role="status" className="text-muted">
          If <bdi className="font-medium text-ink">{sentTo}</bdi> has an account, a link to choose a new
          password {sendsMail ? 'is on its way' : 'waits with the operator of this instance'}. It is good for
          an hour.
        </p>
        {sendsMail && (
          <div>
            <ResendButton send={() => request(sentTo)}>Send it again</ResendButton>
          </div>
        )}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Choose a new password"
      lead={sendsMail ? 'We mail you a link that lets you.' : 'A link lets you.'}
      aside={aside}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormError message={errors.root?.message} />
        <NoMailNote />
        <Field label="Email" error={errors.email?.message}>
          {(control) => <Input {...control} {...form.register('email')} type="email" autoComplete="email" />}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          Send the link
        </Button>
      </form>
    </AuthLayout>
  );
}
