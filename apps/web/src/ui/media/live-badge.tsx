import { Users } from 'lucide-react';
import { formatCount, formatViewers } from '@/lib/format.ts';
import { RollingNumber } from '../rolling-number.tsx';

/** Marks a live stream, with its viewer count if given. For use on images. */
export function LiveBadge({ viewers }: { viewers?: number | undefined }) {
  return (
    <span className="inline-flex h-6 select-none overflow-hidden rounded-[6px] font-semibold text-xs leading-6">
      <span className="bg-live px-2 text-on-live">Live</span>
      {viewers !== undefined && (
        <span className="flex items-center gap-1.5 bg-media-shade px-2 text-on-media">
          <Users size={13} strokeWidth={2.4} aria-hidden="true" />
          <RollingNumber text={formatCount(viewers)} label={formatViewers(viewers)} />
        </span>
      )}
    </span>
  );
}
