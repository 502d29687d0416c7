import { useRouterState } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button.tsx';

const SideMenuPanel = lazy(() => import('./side-menu-panel.tsx'));

/** The way around on small screens, where the header has no room for links; its script comes with the first use. */
export function SideMenu() {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: closing follows the path alone.
  useEffect(() => setOpen(false), [path]);

  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="icon"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="lg:hidden"
        onClick={() => {
          setUsed(true);
          setOpen(true);
        }}
      >
        <Menu size={20} aria-hidden="true" />
      </Button>
      {used && (
        <Suspense>
          <SideMenuPanel open={open} setOpen={setOpen} onClosed={() => button.current?.focus()} />
        </Suspense>
      )}
    </>
  );
}
