import type { ReactNode } from 'react';
import { useSendsMail } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';

/** A note about the alternative, on an instance that can't send email. */
export function NoMailNote({ children }: { children: ReactNode }) {
  if (useSendsMail() !== false) return null;
  return (
    <p className="rounded-control bg-surface-2 px-4 py-3 text-muted text-sm">
      {t('ui.noMail')} {children}
    </p>
  );
}
