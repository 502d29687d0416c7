import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { SHORTCUTS } from './use-shortcuts.ts';

export function ShortcutsHelp({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      title="Keyboard"
      open={open}
      onOpenChange={onOpenChange}
      description={
        <span className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-sm">
          {SHORTCUTS.map(([keys, meaning]) => (
            <span key={keys} className="contents">
              <kbd className="font-sans font-semibold text-ink">{keys}</kbd>
              <span>{meaning}</span>
            </span>
          ))}
        </span>
      }
      actions={<Button onClick={() => onOpenChange(false)}>Close</Button>}
    />
  );
}
