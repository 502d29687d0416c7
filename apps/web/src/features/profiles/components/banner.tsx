import { useState } from 'react';
import { Confluence } from '@/ui/brand/confluence.tsx';

/** The banner of a profile, or the illustration if there is none or it fails to load. */
export function Banner({ url }: { url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <div className="aspect-[4/1] min-h-24 w-full overflow-hidden rounded-media bg-surface-2">
      {url && url !== broken ? (
        <img src={url} alt="" onError={() => setBroken(url)} className="size-full object-cover" />
      ) : (
        <Confluence />
      )}
    </div>
  );
}
