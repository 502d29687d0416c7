import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useSendsMail } from '@/lib/instance.ts';
import { Mark } from '@/ui/brand/mark.tsx';
import { Input, type InputProps } from '@/ui/forms/inputs.tsx';

interface AuthLayoutProps {
  title: string;
  /** A sentence on what this step is about. */
  lead?: ReactNode;
  children: ReactNode;
  /** The way to the other form. */
  aside?: ReactNode;
}

/** One narrow column in the middle: nothing to decide but the form. */
export function AuthLayout({ title, lead, children, aside }: AuthLayoutProps) {
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-8 px-4 py-12 sm:py-20">
      <div className="flex flex-col items-start gap-4">
        <Mark className="size-10 text-accent" />
        <h1 className="text-xl">{title}</h1>
        {lead && <p className="text-muted">{lead}</p>}
      </div>
      {children}
      {aside && <p className="text-muted text-sm">{aside}</p>}
    </div>
  );
}

/** What failed for the whole form, announced as it appears. */
export function FormError({ message }: { message: string | undefined }) {
  return (
    <div role="alert">
      {message && <p className="mb-2 rounded-control bg-live-soft px-3 py-2.5 text-ink text-sm">{message}</p>}
    </div>
  );
}

/** Six digits, large and apart; phones offer their number pad and the code from the message. */
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

/** Where the instance has no mail server: what to do instead of looking into one's mailbox. */
export function NoMailNote() {
  if (useSendsMail()) return null;
  return (
    <p className="rounded-control bg-surface-2 px-4 py-3 text-muted text-sm">
      This instance cannot send mail yet. What it would send waits with its operator, who can pass it on.
    </p>
  );
}
