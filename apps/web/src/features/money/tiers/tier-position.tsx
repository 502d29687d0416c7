import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '@/ui/button.tsx';

interface TierPositionProps {
  name: string;
  index: number;
  count: number;
  onMove: (index: number) => void;
}

/** Moves a tier up or down in the order. */
export function TierPosition({ name, index, count, onMove }: TierPositionProps) {
  const step = (label: string, to: number) => {
    const isPossible = to >= 0 && to < count;
    return (
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={`Move ${name} ${label}`}
        // Not `disabled`, which would move the focus away at an end.
        aria-disabled={!isPossible}
        onClick={() => isPossible && onMove(to)}
      >
        {label === 'up' ? (
          <ArrowUp size={16} aria-hidden="true" />
        ) : (
          <ArrowDown size={16} aria-hidden="true" />
        )}
      </Button>
    );
  };
  return (
    <div className="flex items-center">
      {step('up', index - 1)}
      {step('down', index + 1)}
    </div>
  );
}
