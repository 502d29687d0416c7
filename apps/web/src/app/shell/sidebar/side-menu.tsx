import { useRouterState } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { startTransition, useEffect, useRef, useState } from 'react';
import { useScript } from '@/lib/browser/use-script.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';

const load = () => import('./side-menu-panel.tsx');

/** Navigation on small screens, where the header has no room for links. Its script loads on first use. */
export function SideMenu() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing follows the path alone.
  useEffect(() => setOpen(false), [path]);
  const Panel = useScript(load, open, () => {
    setOpen(false);
    void toast.loadFailure(t('ui.menu.notOpened'));
  });
  // Leave the focus to the chosen page if it has already loaded.
  const goBack = () => {
    if (!document.querySelector('main')?.contains(document.activeElement)) button.current?.focus();
  };

  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="icon"
        aria-label={t('shell.menu')}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="lg:hidden"
        // The press is answered before its many links are drawn.
        onClick={() => startTransition(() => setOpen(true))}
      >
        <Menu size={20} aria-hidden="true" />
      </Button>
      {Panel && <Panel open={open} setOpen={setOpen} onClosed={goBack} />}
    </>
  );
}
