import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { AuthLayout, CodeInput, FormError } from '../forms/form-parts.tsx';
import { mailedCode } from '../forms/schemas.ts';
import type { Proceed } from './login-form.tsx';
import { RequestForm } from './request-form.tsx';
import { ResendButton } from './resend-button.tsx';

interface CodeFormProps {
  email: string;
  proceed: Proceed;
  aside: ReactNode;
}

const sendCode = (email: string) => call('POST /api/auth/sign-in-code', { body: { email } });

/** Signs in with a code by email: first the address, then the code. */
export function CodeForm({ email, proceed, aside }: CodeFormProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return <EnterCode email={sentTo} proceed={proceed} onBack={() => setSentTo(null)} aside={aside} />;
  }
  return (
    <RequestForm
      title="Sign in with a code"
      what="code"
      lead={{
        mailed: 'We’ll email you a six-digit code. It’s valid for ten minutes.',
        fromOperator: 'You’ll need a six-digit code, valid for ten minutes.',
      }}
      email={email}
      send={async (address) => {
        await sendCode(address);
        setSentTo(address);
      }}
      aside={aside}
    />
  );
}

function EnterCode({ email, proceed, onBack, aside }: CodeFormProps & { onBack: () => void }) {
  const sendsMail = useSendsMail();
  const { form, submit, errors, busy } = useProblemForm({
    schema: mailedCode,
    defaultValues: { otp: '' },
    send: async ({ otp }) => {
      const { state } = await call('POST /api/auth/sign-in/email-otp', { body: { email, otp } });
      await proceed(state, email);
    },
  });
  return (
    <AuthLayout
      title="Enter your code"
      lead={
        <>
          If <bdi className="font-medium text-ink">{email}</bdi> has an account,{' '}
          {sendsMail ? 'we’ve sent a six-digit code to it' : 'ask the operator for your code'}.
        </>
      }
      aside={aside}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormError message={errors.root?.message} />
        <Field label="Code" error={errors.otp?.message}>
          {(control) => <CodeInput {...control} {...form.register('otp')} autoFocus />}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          Sign In
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="quiet" onClick={onBack}>
            Use another email
          </Button>
          {sendsMail && <ResendButton send={() => sendCode(email)}>Resend</ResendButton>}
        </div>
      </form>
    </AuthLayout>
  );
}
