import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { useSendsMail } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { Address, AuthLayout } from '../forms/form-parts.tsx';
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
      <AuthLayout
        title={sendsMail ? t('identity.recovery.checkEmail') : t('identity.recovery.askOperator')}
        aside={aside}
      >
        <p role="status" className="text-muted">
          <Text
            k={sendsMail ? 'identity.recovery.sent' : 'identity.recovery.operatorHasLink'}
            values={{ address: () => <Address>{sentTo}</Address> }}
          />
        </p>
        {sendsMail && (
          <div>
            <ResendButton send={() => request(sentTo)}>{t('identity.resend')}</ResendButton>
          </div>
        )}
      </AuthLayout>
    );
  }
  return (
    <RequestForm
      title={t('identity.recovery.title')}
      what="link"
      lead={{ mailed: t('identity.recovery.mailed'), fromOperator: t('identity.recovery.fromOperator') }}
      email={email}
      send={async (address) => {
        await request(address);
        setSentTo(address);
      }}
      aside={aside}
    />
  );
}
