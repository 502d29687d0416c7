import { useNavigate } from '@tanstack/react-router';
import type { InstanceInfo } from '@tributary/contracts/shared';
import { Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { linkOf } from '@/ui/forms/problem-form.ts';
import { FormError } from '../forms/form-parts.tsx';
import { signInWithPasskey, supportsPasskeys } from '../passkeys.ts';
import type { Proceed } from './login-form.tsx';
import { ProviderButton } from './provider-button.tsx';

interface OtherMethodsProps {
  /** The methods that the instance offers. */
  ways: InstanceInfo['signIn'];
  /** The path to return to from a provider. */
  returnTo: string;
  proceed: Proceed;
  /** The button for a code by email. */
  byCode: ReactNode;
}

/** Sign-in methods without a password, as far as the instance and the browser support them. */
export function OtherMethods({ ways, returnTo, proceed, byCode }: OtherMethodsProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const { provider } = ways;
  const passkey = ways.passkey && supportsPasskeys();
  if (!ways.code && !passkey && !provider) return null;

  const byPasskey = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await signInWithPasskey();
      if (answer) await proceed(answer.state, '');
    } catch (error) {
      const href = linkOf(error);
      if (href) return navigate({ href });
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('identity.methods.or')}
      </p>
      <FormError message={problem} />
      {passkey && (
        <Button variant="secondary" size="lg" busy={busy} onClick={byPasskey}>
          <Fingerprint size={18} aria-hidden="true" />
          {t('identity.methods.passkey')}
        </Button>
      )}
      {provider && <ProviderButton name={provider.name} returnTo={returnTo} />}
      {ways.code && byCode}
    </div>
  );
}
