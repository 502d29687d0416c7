import { Search } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { setPaletteOpen, usePaletteOpen } from '@/app/shell/palette/palette-state.ts';
import { isHandledElsewhere } from '@/lib/browser/keyboard.ts';
import { useScript } from '@/lib/browser/use-script.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';

const load = () => import('./command-palette.tsx');

const onMac = /mac|iphone|ipad/i.test(navigator.platform);

/**
 * Opens the palette on click, on Ctrl/Cmd-K anywhere, or on `/` where a page has no search of its own. Its
 * script loads on first use.
 */
export function PaletteButton() {
  const open = usePaletteOpen();
  const CommandPalette = useScript(load, open, () => {
    setPaletteOpen(false);
    void toast.loadFailure(t('shell.palette.notOpened'));
  });
  // The shortcut works as soon as the page is visible; other effects may run later than a key press.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const held = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!held && (event.key !== '/' || isHandledElsewhere(event))) return;
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
        aria-label={t('shell.palette.label')}
        aria-keyshortcuts={onMac ? 'Meta+K /' : 'Control+K /'}
        title={t('shell.palette.shortcut', { keys: onMac ? '⌘K' : t('shell.palette.ctrl') })}
        onClick={() => setPaletteOpen(true)}
      >
        <Search size={18} aria-hidden="true" />
      </Button>
      {open && CommandPalette && <CommandPalette />}
    </>
  );
}
