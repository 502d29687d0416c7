import { Confluence } from '@/ui/confluence.tsx';

/** The wide picture across a profile; the mark, drawn large, while there is none. */
export function Banner({ url }: { url: string | null }) {
  return (
    <div className="aspect-[4/1] min-h-24 w-full overflow-hidden rounded-media bg-surface-2">
      {url ? <img src={url} alt="" className="size-full object-cover" /> : <Confluence />}
    </div>
  );
}
