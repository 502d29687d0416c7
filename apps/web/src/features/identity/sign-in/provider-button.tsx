import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { FormError } from '../forms/form-parts.tsx';

interface ProviderButtonProps {
  name: string;
  /** The path to return to. */
  returnTo: string;
  /** The code of an invitation that admits a new account; empty: none. */
  invitation?: () => string;
}

/** Signs in at the sign-in provider of the instance. */
export function ProviderButton({ name, returnTo, invitation = () => '' }: ProviderButtonProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const leave = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const code = invitation().trim();
      const body = { callbackURL: returnTo, ...(code !== '' && { invitation: code }) };
      const { url } = await call('POST /api/auth/sign-in/provider', { body });
      window.location.assign(url);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <>
      <FormError message={problem} />
      <Button variant="secondary" size="lg" busy={busy} onClick={leave}>
        <LogIn size={18} aria-hidden="true" />
        <span className="truncate">{t('identity.methods.provider', { name })}</span>
      </Button>
    </>
  );
}
