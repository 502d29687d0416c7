import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { FLOATING_LOOK } from '../overlays/portal.ts';
import type { ControlProps } from './field.tsx';
import { Input } from './inputs.tsx';

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
}

interface ComboboxProps {
  control: ControlProps;
  options: readonly ComboboxOption[];
  value: string;
  onChange: (value: string) => void;
  /** A short remark beside a shown option. */
  detailOf?: (value: string) => string;
  /** Shown where no option has the typed words. */
  emptyText: string;
}

/** More than a list shows at once, and few enough to render while typing. */
const MAX_SHOWN = 60;

/** For comparisons: without accents and case, with words apart. */
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/[/_-]/g, ' ');

/** The options that have each typed word, those whose label begins with the text first. */
export function matchesOf(options: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const text = plain(typed).trim();
  const words = text.split(/\s+/).filter((word) => word !== '');
  const found = options.filter(({ label }) => words.every((word) => plain(label).includes(word)));
  const rank = ({ label }: ComboboxOption) => (plain(label).startsWith(text) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, MAX_SHOWN);
}

/** A choice from a long list, narrowed by typing (ARIA Authoring Practices: combobox with a listbox). */
export function Combobox({ control, options, value, onChange, detailOf, emptyText }: ComboboxProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  /** The typed text; null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const chosen = options.find((option) => option.value === value);
  const open = typed !== null;
  const shown = open ? matchesOf(options, typed) : [];
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => {
    // The result is ignored: it is a promise in newer browsers, which React would treat as a function that cleans up.
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const show = (text: string) => {
    setTyped(text);
    const at = text === '' ? shownFirst(options, value) : 0;
    setActive(Math.max(0, at));
  };
  const choose = (option: ComboboxOption | undefined) => {
    if (option) onChange(option.value);
    setTyped(null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key as keyof typeof steps];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) show('');
      else setActive(Math.min(Math.max(active + step, 0), Math.max(0, shown.length - 1)));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(shown[active]);
    } else if (event.key === 'Escape' && open) {
      // Closes the list alone, not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
    }
  };

  return (
    <span className="relative block">
      <Input
        {...control}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && shown.length > 0 ? optionId(active) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed ?? chosen?.label ?? value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => show(currentTarget.value)}
        onClick={() => open || show('')}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
        placeholder={chosen?.label}
        className="pe-10"
      />
      <ChevronDown
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted"
      />
      {open && (
        // A press on the list keeps the focus in the field.
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label={chosen?.label}
          onPointerDown={(event) => event.preventDefault()}
          className={clsx(FLOATING_LOOK, 'absolute inset-x-0 top-full mt-1 max-h-64 overflow-y-auto p-1.5')}
        >
          {shown.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys of its list.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
            <div
              key={option.value}
              id={optionId(index)}
              role="option"
              aria-selected={option.value === value}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(option)}
              className={clsx(
                'flex min-h-9 cursor-pointer select-none items-center gap-3 rounded-control px-2.5 py-1.5 text-sm',
                index === active && 'bg-surface-3',
              )}
            >
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              {detailOf && <span className="text-muted tabular-nums">{detailOf(option.value)}</span>}
              <Check
                size={16}
                aria-hidden="true"
                className={clsx('shrink-0', option.value !== value && 'invisible')}
              />
            </div>
          ))}
          {shown.length === 0 && <p className="px-2.5 py-1.5 text-muted text-sm">{emptyText}</p>}
        </div>
      )}
    </span>
  );
}

/** The position of the chosen option in the list that opens. */
const shownFirst = (options: readonly ComboboxOption[], value: string): number =>
  options.slice(0, MAX_SHOWN).findIndex((option) => option.value === value);
