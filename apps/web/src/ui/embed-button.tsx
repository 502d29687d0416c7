import { CodeXml } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { CopyField } from './forms/copy-field.tsx';
import { Dialog } from './overlays/dialog.tsx';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/**
 * The HTML that shows a player in a page of another site.
 * @param src the URL of the player
 */
export function embedCode(src: string, title: string): string {
  return `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" width="640" height="360" style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`;
}

interface EmbedButtonProps {
  /** `Embed this channel` */
  heading: string;
  /** The path of the embedded player. */
  path: string;
  /** The title of the frame. */
  title: string;
  /** A description of the embedded content. */
  children: ReactNode;
}

/** Opens a dialog with the code that embeds a player in another site. */
export function EmbedButton({ heading, path, title, children }: EmbedButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <CodeXml size={17} aria-hidden="true" />
        <span className="max-sm:sr-only">Embed</span>
      </Button>
      <Dialog
        title={heading}
        description={<>Paste this code into your page. {children}</>}
        open={open}
        onOpenChange={setOpen}
        actions={
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        <CopyField label="Embed code" value={embedCode(new URL(path, location.origin).href, title)} />
      </Dialog>
    </>
  );
}
