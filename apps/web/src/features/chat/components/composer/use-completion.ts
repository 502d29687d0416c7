import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import {
  type Completer,
  type CompletionOption,
  complete,
  insertOption,
} from '../../engine/composer/completion.ts';

interface CompletedText {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  completers: readonly Completer[];
}

/**
 * A text box that offers completions of the word before the caret. Arrow keys choose, Tab or Enter accept, Escape
 * closes.
 */
export function useCompletion({ box, text, onChange, completers }: CompletedText) {
  const listId = useId();
  const [caret, setCaret] = useState(text.length);
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  /** The position of the caret once the box has the new text. */
  const nextCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (nextCaret.current === null || box.current?.value !== text) return;
    box.current.focus();
    box.current.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  }, [text, box]);

  const before = text.slice(0, caret);
  const completion = before === closedAt ? null : complete(before, completers);
  const options = completion?.options ?? [];
  const active = Math.min(chosen, options.length - 1);

  const put = (next: { text: string; caret: number }) => {
    nextCaret.current = next.caret;
    setCaret(next.caret);
    setChosen(0);
    onChange(next.text);
  };
  const take = (option: CompletionOption) => {
    if (completion) put(insertOption(text, caret, completion.from, option));
  };

  return {
    options,
    active,
    take,
    listId,
    /** Inserts text at the caret. */
    insert: (part: string) => put({ text: before + part + text.slice(caret), caret: caret + part.length }),
    /** @returns whether the list handled the key */
    onKeyDown(event: KeyboardEvent): boolean {
      const option = options[active];
      if (option === undefined || event.nativeEvent.isComposing) return false;
      if (event.key === 'ArrowDown') setChosen((active + 1) % options.length);
      else if (event.key === 'ArrowUp') setChosen((active + options.length - 1) % options.length);
      else if ((event.key === 'Tab' && !event.shiftKey) || event.key === 'Enter') take(option);
      else if (event.key === 'Escape') setClosedAt(before);
      else return false;
      event.preventDefault();
      return true;
    },
    /** The properties of the text box. */
    props: {
      'aria-autocomplete': 'list',
      'aria-controls': options.length > 0 ? listId : undefined,
      'aria-activedescendant': options.length > 0 ? `${listId}-${active}` : undefined,
      onSelect: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) =>
        setCaret(currentTarget.selectionStart),
    },
  } as const;
}
