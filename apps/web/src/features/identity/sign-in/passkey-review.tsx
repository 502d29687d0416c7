import type { PasskeySummary } from '@tributary/contracts/identity';
import { useState } from 'react';
import { call, type Response } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { keepFocus } from '@/ui/focus.ts';
import { FormError } from '../forms/form-parts.tsx';
import { PasskeyList } from '../security/passkey-list.tsx';

/** After a password reset: passkeys that still sign in, to delete those that somebody else may have added. */
export function PasskeyReview({ passkeys, reviewToken }: Response<'POST /api/auth/reset-password'>) {
  const [left, setLeft] = useState(passkeys);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  if (reviewToken === null) return null;

  const remove = async ({ id }: PasskeySummary) => {
    setBusy(id);
    setProblem(undefined);
    try {
      await call('POST /api/auth/reset-password/delete-passkey', { body: { reviewToken, id } });
      setLeft(left.filter((passkey) => passkey.id !== id));
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(null);
  };
  return (
    <section ref={keepFocus} aria-labelledby="passkey-review" className="flex flex-col gap-3">
      <h2 id="passkey-review" className="text-lg">
        {t('identity.passkeyReview.title')}
      </h2>
      <p role="status">
        {left.length > 0 ? t('identity.passkeyReview.some') : t('identity.passkeyReview.none')}
      </p>
      <FormError message={problem} />
      <PasskeyList passkeys={left} busy={busy} onDelete={(passkey) => void remove(passkey)} />
    </section>
  );
}
