import { Megaphone, X } from 'lucide-react';
import { useState } from 'react';
import { useInstance } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';

const KEY = 'announcement-read';

/** The instance's announcement, until it is closed in this browser or changes. */
export function Announcement() {
  const text = useInstance().data?.announcement ?? '';
  const [read, setRead] = useState(stored);
  if (text === '' || text === read) return null;
  const close = () => {
    setRead(text);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Storage is blocked: it stays closed until the page is left.
    }
  };
  return (
    <section
      aria-label={t('shell.announcement')}
      className="flex items-start gap-3 bg-accent-soft px-4 py-2 text-sm sm:px-6 lg:px-10"
    >
      <Megaphone size={18} aria-hidden="true" className="mt-1.5 shrink-0 text-accent" />
      <p dir="auto" className="min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">
        {text}
      </p>
      <Button variant="quiet" size="icon-sm" aria-label={t('shell.announcement.dismiss')} onClick={close}>
        <X size={18} aria-hidden="true" />
      </Button>
    </section>
  );
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
