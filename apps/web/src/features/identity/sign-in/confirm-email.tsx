import type { ReactNode } from 'react';
import { call } from '@/lib/api.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { AuthLayout } from '../forms/form-parts.tsx';
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
  const body = { email, callbackURL: returnTo };
  return (
    <AuthLayout title="Confirm your email" aside={aside}>
      {sendsMail ? (
        <>
          <p role="status" className="text-muted">
            We sent an email to <bdi className="font-medium text-ink">{email}</bdi>. Open the link in it
            within 24 hours to confirm your address. In the browser where you signed up, it also signs you in.
            Can’t find it? Check your spam folder.
          </p>
          <div>
            <ResendButton send={() => call('POST /api/auth/send-verification-email', { body })}>
              Resend
            </ResendButton>
          </div>
        </>
      ) : (
        <p role="status" className="text-muted">
          This instance can’t send email yet. Ask the operator to confirm{' '}
          <bdi className="font-medium text-ink">{email}</bdi> or to give you the confirmation link. Then sign
          in. Accounts that aren’t confirmed are deleted after seven days.
        </p>
      )}
    </AuthLayout>
  );
}
