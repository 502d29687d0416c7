import { CodeXml } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { embedCode } from '../../engine/embed-code.ts';

/** Gives the code that shows a channel in a page of another site. */
export function EmbedButton({ username, name }: { username: string; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <CodeXml size={17} aria-hidden="true" />
        <span className="max-sm:sr-only">Embed</span>
      </Button>
      <Dialog
        title="Embed this channel"
        description={
          <>
            Put this into a page of yours. It shows what <bdi>{name}</bdi> streams now, and waits for the next
            stream in between. Add <code className="whitespace-nowrap">?muted=1</code> to the address to begin
            without sound, or <code className="whitespace-nowrap">?autoplay=0</code> to wait for a click.
          </>
        }
        open={open}
        onOpenChange={setOpen}
        actions={
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        <CopyField label="Embed code" value={embedCode(location.origin, username, name)} />
      </Dialog>
    </>
  );
}
