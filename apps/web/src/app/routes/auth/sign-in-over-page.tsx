import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { finishSignIn, type Proceed, SignInDialog } from '@/features/identity/index.ts';
import { Button } from '@/ui/button.tsx';
import { type SignInStep, SignInSteps } from './sign-in-steps.tsx';
import { FORM_LINK } from './step-link.tsx';

interface SignInOverPageProps {
  /** What signing in is for: "follow quietfox". */
  action: string;
  onClose: () => void;
}

/** Signing up and in over the page, so that a stream plays on and the visitor stays where they are. */
export function SignInOverPage({ action, onClose }: SignInOverPageProps) {
  const returnTo = useRouterState({ select: ({ location }) => location.href });
  const [step, setStep] = useState<SignInStep>('register');
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const proceed: Proceed = async (state, email) => {
    if (state === 'confirm_address') setUnconfirmed(email);
    else if (state === 'second_factor') setStep('second-factor');
    else await finishSignIn();
  };
  return (
    <SignInDialog onClose={onClose}>
      <SignInSteps
        step={step}
        goTo={(next, text, { look = 'link', onClick } = {}) => {
          const go = () => {
            onClick?.();
            setUnconfirmed(null);
            setStep(next);
          };
          return look === 'link' ? (
            <button type="button" className={FORM_LINK} onClick={go}>
              {text}
            </button>
          ) : (
            <Button variant="secondary" size="lg" onClick={go}>
              {text}
            </Button>
          );
        }}
        returnTo={returnTo}
        proceed={proceed}
        unconfirmed={unconfirmed}
        action={action}
      />
    </SignInDialog>
  );
}
