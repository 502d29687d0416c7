import { useState } from 'react';
import { Confluence } from '@/ui/brand/confluence.tsx';

/** The wide picture across a profile; the mark, drawn large, where there is none or it cannot be had. */
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
