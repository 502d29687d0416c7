import type { ReactNode } from 'react';
import { call } from '@/lib/api/client.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Address, AuthLayout } from '../forms/form-parts.tsx';
import { ResendButton } from './resend-button.tsx';

interface ConfirmEmailProps {
  email: string;
  /** The path that the link in the email opens. */
  returnTo: string;
  aside: ReactNode;
}

/** Asks the user to confirm their email address before signing in. */
export function ConfirmEmail({ email, returnTo, aside }: ConfirmEmailProps) {
  const sendsMail = useSendsMail();
  const address = () => <Address>{email}</Address>;
  const body = { email, callbackURL: returnTo };
  return (
    <AuthLayout title={t('identity.confirm.title')} aside={aside}>
      {sendsMail ? (
        <>
          <p role="status" className="text-muted">
            <Text k="identity.confirm.sent" values={{ address }} />
          </p>
          <div>
            <ResendButton send={() => call('POST /api/auth/send-verification-email', { body })}>
              {t('identity.resend')}
            </ResendButton>
          </div>
        </>
      ) : (
        <p role="status" className="text-muted">
          <Text k="identity.confirm.askOperator" values={{ address }} />
        </p>
      )}
    </AuthLayout>
  );
}
