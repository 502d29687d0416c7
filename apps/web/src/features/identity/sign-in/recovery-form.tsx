import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { AuthLayout } from '../forms/form-parts.tsx';
import { RequestForm } from './request-form.tsx';
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
    <RequestForm
      title="Reset your password"
      what="link"
      lead={{ mailed: 'We’ll email you a link.', fromOperator: 'You’ll need a link from the operator.' }}
      email={email}
      send={async (address) => {
        await request(address);
        setSentTo(address);
      }}
      aside={aside}
    />
  );
}
