import { clsx } from 'clsx';
import { createContext, type ReactNode, use } from 'react';
import { Logo } from '@/ui/brand/logo.tsx';
import { Input, type InputProps } from '@/ui/forms/inputs.tsx';
import { DialogTitle } from '@/ui/overlays/dialog.tsx';

interface AuthLayoutProps {
  title: string;
  /** A sentence that explains the step. */
  lead?: ReactNode;
  children: ReactNode;
  /** The link to another form. */
  aside?: ReactNode;
}

/** Whether the forms are shown in a dialog rather than on a page of their own. */
export const InDialog = createContext(false);

/** The layout of sign-in forms: one narrow, centered column on a page, or all of a dialog. */
export function AuthLayout({ title, lead, children, aside }: AuthLayoutProps) {
  if (use(InDialog)) {
    return (
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-2">
          <DialogTitle>{title}</DialogTitle>
          {lead && <p className="text-muted">{lead}</p>}
        </div>
        {children}
        {aside && <p className="text-muted text-sm">{aside}</p>}
      </div>
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-8 px-4 py-12 sm:py-20">
      <div className="flex flex-col items-start gap-4">
        <Logo className="size-10" />
        <h1 className="text-xl">{title}</h1>
        {lead && <p className="text-muted">{lead}</p>}
      </div>
      {children}
      {aside && <p className="text-muted text-sm">{aside}</p>}
    </div>
  );
}

/** The email address in a sentence. */
export const Address = ({ children }: { children: string }) => (
  <bdi className="font-medium text-ink">{children}</bdi>
);

/** An error of the whole form, announced to screen readers. */
export function FormError({ message }: { message: string | undefined }) {
  return (
    <div role="alert">
      {message && <p className="mb-2 rounded-control bg-live-soft px-3 py-2.5 text-ink text-sm">{message}</p>}
    </div>
  );
}

/** A field for a six-digit code; phones show the number pad and offer a code from a message. */
export function CodeInput({ className, ...rest }: InputProps) {
  return (
    <Input
      {...rest}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      className={clsx('font-mono text-lg tabular-nums tracking-[0.3em]', className)}
    />
  );
}
