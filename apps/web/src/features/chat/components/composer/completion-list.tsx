import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { MovingImage } from '@/ui/media/moving-image.tsx';
import { FLOATING_LOOK } from '@/ui/overlays/portal.ts';
import type { CompletionOption } from '../../engine/composer/completion.ts';

interface CompletionListProps {
  id: string;
  label: string;
  options: readonly CompletionOption[];
  active: number;
  onTake: (option: CompletionOption) => void;
}

/** The completions of the word before the caret, above the text box that keeps the focus. */
export function CompletionList({ id, label, options, active, onTake }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The result is ignored: it is a promise in newer browsers, which React would treat as a function that cleans up.
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (options.length === 0) return null;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className={clsx(FLOATING_LOOK, 'absolute inset-x-3 bottom-full z-10 max-h-64 overflow-y-auto p-1')}
    >
      {options.map((option, index) => (
        // The text box handles the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box.
        <div
          key={option.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The text box keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(option);
          }}
          className={clsx(
            'flex min-h-9 cursor-pointer flex-wrap items-center gap-x-2 rounded-control px-2.5 py-1.5 text-sm',
            index === active && 'bg-surface-3',
          )}
        >
          {option.imageUrl && <MovingImage src={option.imageUrl} alt="" className="size-6 shrink-0" />}
          <bdi className="min-w-0 max-w-full truncate font-medium text-ink">{option.label}</bdi>
          {option.hint && <span className="min-w-0 text-muted">{option.hint}</span>}
        </div>
      ))}
    </div>
  );
}
