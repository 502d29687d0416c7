import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { setPaletteOpen, usePaletteOpen } from '@/app/shell/palette-state.ts';
import { isTyped } from '@/lib/is-typed.ts';
import { useScript } from '@/lib/use-script.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';

const load = () => import('./command-palette.tsx');

const onMac = /mac|iphone|ipad/i.test(navigator.platform);

/**
 * Opens the palette, by hand, by Ctrl/Cmd-K from anywhere, or by `/` where a page has no search of its
 * own; its script comes with the first use.
 */
export function PaletteButton() {
  const open = usePaletteOpen();
  const CommandPalette = useScript(load, open, () => {
    setPaletteOpen(false);
    toast.error('The search could not be loaded', { description: 'Check your connection, then try again.' });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const held = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!held && (event.key !== '/' || isTyped(event))) return;
      event.preventDefault();
      setPaletteOpen(true);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Go to anything"
        aria-keyshortcuts={onMac ? 'Meta+K /' : 'Control+K /'}
        title={`Go to anything (${onMac ? '⌘' : 'Ctrl '}K)`}
        onClick={() => setPaletteOpen(true)}
      >
        <Search size={18} aria-hidden="true" />
      </Button>
      {open && CommandPalette && <CommandPalette />}
    </>
  );
}
