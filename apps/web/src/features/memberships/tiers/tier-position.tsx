import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';

interface TierPositionProps {
  name: string;
  index: number;
  count: number;
  onMove: (index: number) => void;
  /** Attributes of the drag handle. The buttons do the same by the keyboard. */
  handle: HTMLAttributes<HTMLElement>;
}

/** Moves a tier up or down in the order, or to any position by its handle. */
export function TierPosition({ name, index, count, onMove, handle }: TierPositionProps) {
  const step = (direction: 'up' | 'down', to: number) => {
    const isPossible = to >= 0 && to < count;
    return (
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={t(direction === 'up' ? 'memberships.position.up' : 'memberships.position.down', { name })}
        // `disabled` would move the focus away at the first and last position.
        aria-disabled={!isPossible}
        onClick={() => isPossible && onMove(to)}
      >
        {direction === 'up' ? (
          <ArrowUp size={16} aria-hidden="true" />
        ) : (
          <ArrowDown size={16} aria-hidden="true" />
        )}
      </Button>
    );
  };
  return (
    <div className="flex items-center">
      <span
        aria-hidden="true"
        title={t('memberships.position.drag')}
        className="grid size-8 cursor-grab touch-none place-items-center text-muted hover:text-ink active:cursor-grabbing"
        {...handle}
      >
        <GripVertical size={16} />
      </span>
      {step('up', index - 1)}
      {step('down', index + 1)}
    </div>
  );
}
