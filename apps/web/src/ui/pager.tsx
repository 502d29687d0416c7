import { Button } from './button.tsx';

interface PagerProps {
  /** Null: there is no such page. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  /** One of them is on its way: a press means nothing, and keeps the focus where it is. */
  busy?: boolean;
  /** Of what, where there is more than one list. */
  label?: string;
}

/** From page to page of a list whose length nobody counts. */
export function Pager({ onPrevious, onNext, busy = false, label = 'Pages' }: PagerProps) {
  if (!onPrevious && !onNext) return null;
  return (
    <nav aria-label={label} className="flex justify-end gap-2">
      <Button variant="secondary" disabled={!onPrevious} onClick={() => !busy && onPrevious?.()}>
        Previous
      </Button>
      <Button variant="secondary" disabled={!onNext} onClick={() => !busy && onNext?.()}>
        Next
      </Button>
    </nav>
  );
}
