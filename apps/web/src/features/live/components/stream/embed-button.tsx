import { CodeXml } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/** The HTML that shows a channel in a page of another site. @param origin of this instance */
export function embedCode(origin: string, username: string, name: string): string {
  const src = `${origin}/embed/${encodeURIComponent(username)}`;
  return `<iframe src="${escapeHtml(src)}" title="${escapeHtml(name)}" width="640" height="360" style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`;
}

/** Opens a dialog with the code that embeds a channel in another site. */
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
            Paste this code into your page. It plays <bdi>{name}</bdi>'s live stream and waits for the next
            one in between. Add <code className="whitespace-nowrap">?muted=1</code> to the address to start
            muted, or <code className="whitespace-nowrap">?autoplay=0</code> to wait for a click.
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
