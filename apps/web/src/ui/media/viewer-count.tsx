import { clsx } from 'clsx';
import { Users } from 'lucide-react';
import { formatCount, formatViewers } from '@/lib/format/numbers.ts';
import { RollingNumber } from '../rolling-number.tsx';

interface ViewerCountProps {
  viewers: number;
  /** The size of the icon in pixels. */
  size?: number;
  className?: string;
}

/** The number of current viewers; renders nothing for zero. */
export function ViewerCount({
  viewers,
  size = 17,
  className = 'gap-1.5 font-semibold text-live',
}: ViewerCountProps) {
  if (viewers === 0) return null;
  return (
    <span className={clsx('flex items-center', className)}>
      <Users size={size} strokeWidth={2.4} aria-hidden="true" />
      <RollingNumber text={formatCount(viewers)} label={formatViewers(viewers)} />
    </span>
  );
}
