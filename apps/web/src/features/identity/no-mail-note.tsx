import { useSendsMail } from '@/lib/instance.ts';

/** Where the instance has no mail server: what to do instead of looking into one's mailbox. */
export function NoMailNote() {
  if (useSendsMail()) return null;
  return (
    <p className="rounded-control bg-surface-2 px-4 py-3 text-muted text-sm">
      This instance cannot send mail yet. What it would send waits with its operator, who can pass it on.
    </p>
  );
}
