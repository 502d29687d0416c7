import { Check, Share2 } from 'lucide-react';
import { Button } from './button.tsx';
import { useCopy } from './forms/copy-field.tsx';

/** Shares a page by the device's share sheet, or copies its link if there is none. */
export function ShareButton({ path, title }: { path: string; title: string }) {
  const url = new URL(path, location.origin).href;
  const { copied, copy } = useCopy(url, 'Link');
  const share = () => {
    // The promise also rejects when the user closes the share sheet.
    if ('share' in navigator) navigator.share({ url, title }).catch(() => {});
    else copy();
  };
  return (
    <Button variant="secondary" onClick={share}>
      {copied ? <Check size={17} aria-hidden="true" /> : <Share2 size={17} aria-hidden="true" />}
      <span className="max-sm:sr-only">Share</span>
    </Button>
  );
}
