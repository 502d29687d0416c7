import type { ReactNode } from 'react';
import { call } from '@/lib/api.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { AuthLayout } from '../forms/form-parts.tsx';
import { ResendButton } from './resend-button.tsx';

interface ConfirmAddressProps {
  email: string;
  /** The path that the link in the mail leads to. */
  returnTo: string;
  aside: ReactNode;
}

/** The instance wants to know that the address is theirs before it signs anybody in. */
export function ConfirmAddress({ email, returnTo, aside }: ConfirmAddressProps) {
  const sendsMail = useSendsMail();
  const body = { email, callbackURL: returnTo };
  return (
    <AuthLayout title="Confirm your address" aside={aside}>
      {sendsMail ? (
        <>
          <p role="status" className="text-muted">
            We sent a link to <bdi className="font-medium text-ink">{email}</bdi>. Open it within a day to
            confirm the address, and you are signed in. Nothing there? Look among the junk mail.
          </p>
          <div>
            <ResendButton send={() => call('POST /api/auth/send-verification-email', { body })}>
              Send it again
            </ResendButton>
          </div>
        </>
      ) : (
        <p role="status" className="text-muted">
          Your account is made, but this instance cannot send mail yet. Its operator can confirm{' '}
          <bdi className="font-medium text-ink">{email}</bdi>, or pass on the link that waits with them. Then
          sign in.
        </p>
      )}
    </AuthLayout>
  );
}
