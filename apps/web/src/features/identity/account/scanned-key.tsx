import { useRef, useState } from 'react';
import { useScript } from '@/lib/use-script.ts';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

const load = () => import('./qr-code.tsx');

/** The key as a QR code, whose script comes now; where it does not, the key beside it can be typed. */
export function ScannedKey({ totpUri }: { totpUri: string }) {
  const [failed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const QrCode = useScript(load, !failed, () => setFailed(true));
  const retry = () => {
    // The button goes.
    place.current?.focus();
    setFailed(false);
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {QrCode ? (
        <QrCode text={totpUri} label="QR code for your authenticator app" />
      ) : failed ? (
        <div role="alert" className="flex flex-col items-start gap-3 text-muted">
          <p>The QR code could not be loaded. Type the key, or try again.</p>
          <Button variant="secondary" size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : (
        <Skeleton className="size-48" />
      )}
    </div>
  );
}
