import type { InstanceInfo } from '@tributary/contracts';
import { Fingerprint, LogIn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { FormError } from '../forms/form-parts.tsx';
import { knowsPasskeys, signInWithPasskey } from '../passkeys.ts';
import type { Proceed } from './login-form.tsx';

interface OtherWaysProps {
  /** What the instance offers. */
  ways: InstanceInfo['signIn'];
  /** Where another provider leads back to. */
  returnTo: string;
  proceed: Proceed;
  /** The way to a code by mail. */
  byCode: ReactNode;
}

/** Signing in without typing a password: as far as the instance offers it and the browser can. */
export function OtherWays({ ways, returnTo, proceed, byCode }: OtherWaysProps) {
  const [busy, setBusy] = useState<'passkey' | 'provider' | null>(null);
  const [problem, setProblem] = useState<string>();
  const { provider } = ways;
  const passkey = ways.passkey && knowsPasskeys();
  if (!ways.code && !passkey && !provider) return null;

  const attempt = async (way: 'passkey' | 'provider', work: () => Promise<unknown>) => {
    setBusy(way);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(null);
  };
  const byPasskey = async () => {
    const answer = await signInWithPasskey();
    if (answer) await proceed(answer.state, '');
  };
  const elsewhere = async () => {
    const { url } = await call('POST /api/auth/sign-in/provider', { body: { callbackURL: returnTo } });
    window.location.assign(url);
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <FormError message={problem} />
      {passkey && (
        <Button
          variant="secondary"
          size="lg"
          busy={busy === 'passkey'}
          onClick={() => attempt('passkey', byPasskey)}
        >
          <Fingerprint size={18} aria-hidden="true" />
          Use a passkey
        </Button>
      )}
      {provider && (
        <Button
          variant="secondary"
          size="lg"
          busy={busy === 'provider'}
          onClick={() => attempt('provider', elsewhere)}
        >
          <LogIn size={18} aria-hidden="true" />
          <span className="truncate">Continue with {provider.name}</span>
        </Button>
      )}
      {ways.code && byCode}
    </div>
  );
}
