import { Check, Share2 } from 'lucide-react';
import { Button } from './button.tsx';
import { useCopy } from './forms/copy-field.tsx';

/** Passes a page on: by the device's own sheet where it has one, else by copying the address. */
export function ShareButton({ path, title }: { path: string; title: string }) {
  const url = new URL(path, location.origin).href;
  const { copied, copy } = useCopy(url);
  const share = () => {
    // Closing the device's sheet rejects; nothing went wrong.
    if ('share' in navigator) navigator.share({ url, title }).catch(() => {});
    else copy();
  };
  return (
    <Button variant="secondary" onClick={share}>
      {copied ? <Check size={17} aria-hidden="true" /> : <Share2 size={17} aria-hidden="true" />}
      <span aria-live="polite">{copied ? 'Link copied' : 'Share'}</span>
    </Button>
  );
}
