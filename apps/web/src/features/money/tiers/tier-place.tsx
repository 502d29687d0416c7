import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { Button } from '@/ui/button.tsx';

interface TierPlaceProps {
  name: string;
  index: number;
  count: number;
  onMove: (index: number) => void;
}

/** Moves a tier in the order: with a handle to drag, which the list follows, or with buttons for keyboards and fingers. */
export function TierPlace({ name, index, count, onMove }: TierPlaceProps) {
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
      <span
        draggable
        title="Drag to change the order"
        className="hidden size-8 cursor-grab place-items-center text-muted active:cursor-grabbing pointer-fine:grid"
      >
        <GripVertical size={16} aria-hidden="true" />
      </span>
      {step('up', index - 1)}
      {step('down', index + 1)}
    </div>
  );
}
