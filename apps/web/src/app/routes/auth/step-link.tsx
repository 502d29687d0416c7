import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { Button } from '@/ui/button.tsx';
import type { SignInSteps } from './sign-in-steps.tsx';

/** The look of a link between the sign-in forms: at least 24 px high for fingers, in a line of its usual height. */
export const FORM_LINK = '-my-1 inline-block py-1 font-medium text-accent';

type GoTo = ComponentProps<typeof SignInSteps>['goTo'];

/** Links between the sign-in pages that keep where the visitor came from. */
export const stepLinks =
  (from: string | undefined): GoTo =>
  (step, text, { look = 'link', onClick } = {}) => {
    const back = from ? { from } : {};
    const link =
      step === 'register' ? (
        <Link
          to="/register"
          search={back}
          className={look === 'link' ? FORM_LINK : undefined}
          onClick={onClick}
        >
          {text}
        </Link>
      ) : (
        <Link
          to="/login"
          search={{ ...back, ...(step !== 'login' && { step }) }}
          className={look === 'link' ? FORM_LINK : undefined}
          onClick={onClick}
        >
          {text}
        </Link>
      );
    if (look === 'link') return link;
    return (
      <Button asChild variant="secondary" size="lg">
        {link}
      </Button>
    );
  };
