import { Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';
import type { ShareSheetProps } from './share-sheet.tsx';

const ShareSheet = lazy(() => import('./share-sheet.tsx'));

interface ShareButtonProps extends Omit<ShareSheetProps, 'seconds' | 'open' | 'onOpenChange'> {
  /** The position of the recording on the page, in seconds; null: live, or nothing plays. */
  position?: () => number | null;
}

/** Opens the sheet that shares a page: its link, apps, and the code that embeds its player. */
export function ShareButton({ position, ...shared }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const [seconds, setSeconds] = useState<number | null>(null);
  const show = () => {
    setSeconds(position?.() ?? null);
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={show}>
        <Share2 size={17} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('ui.share')}</span>
      </Button>
      {asked && (
        <Suspense fallback={null}>
          <ShareSheet {...shared} seconds={seconds} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
