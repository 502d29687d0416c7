import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call, confirmIdentityWith, type Response } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';

interface Question {
  security: Response<'GET /api/me/security'>;
  answer: (confirmed: boolean) => void;
}

/** Asks who the user is where an operation of the page requires a recent proof. */
export function IdentityConfirmation() {
  const client = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(
    () =>
      confirmIdentityWith(async () => {
        const security = await client.fetchQuery(apiQuery('GET /api/me/security'));
        return new Promise((answer) => setQuestion({ security, answer }));
      }),
    [client],
  );
  if (question === null) return null;
  const { security, answer } = question;
  const close = () => {
    answer(false);
    setQuestion(null);
  };
  return (
    <ReauthenticationDialog
      title={t('identity.prove.title')}
      lead={t('identity.prove.lead')}
      action={t('identity.prove.confirm')}
      hasPassword={security.hasPassword}
      acceptsCode={security.twoFactor.enabled}
      open
      onOpenChange={close}
      onConfirmed={async (proof) => {
        await call('POST /api/auth/confirm', { body: proof });
        answer(true);
      }}
    />
  );
}
