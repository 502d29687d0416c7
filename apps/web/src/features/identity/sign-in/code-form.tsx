import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { useProblemForm } from '@/ui/forms/problem-form.ts';
import { Address, AuthLayout, CodeInput, FormError } from '../forms/form-parts.tsx';
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
      title={t('identity.code.title')}
      what="code"
      lead={{
        mailed: t('identity.code.mailed'),
        fromOperator: t('identity.code.fromOperator'),
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
      title={t('identity.code.enter')}
      lead={
        <Text
          k={sendsMail ? 'identity.code.sent' : 'identity.code.askOperator'}
          values={{ address: () => <Address>{email}</Address> }}
        />
      }
      aside={aside}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <FormError message={errors.root?.message} />
        <Field label={t('identity.code.label')} error={errors.otp?.message}>
          {(control) => <CodeInput {...control} {...form.register('otp')} autoFocus />}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          {t('ui.signIn')}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="quiet" onClick={onBack}>
            {t('identity.code.otherEmail')}
          </Button>
          {sendsMail && <ResendButton send={() => sendCode(email)}>{t('identity.resend')}</ResendButton>}
        </div>
      </form>
    </AuthLayout>
  );
}
