import { SEARCH_MAX } from '@tributary/contracts/discovery';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isHandledElsewhere } from '@/lib/browser/keyboard.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Input } from '@/ui/forms/inputs.tsx';

/** Searches after this pause in typing. */
const PAUSE_MS = 250;

interface SearchBoxProps {
  value: string;
  onSearch: (words: string) => void;
}

/** Searches while typing. `/` focuses it from anywhere on the page. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    // Adopt a search that changed elsewhere (a link, the back button), but not our own, since typing may
    // have gone on.
    if (value !== sent) setText(value);
    setSent(value);
  }

  const send = (words: string) => {
    if (words.trim() === sent) return;
    setSent(words.trim());
    onSearch(words.trim());
  };
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== '/' || isHandledElsewhere(event)) return;
      // On other pages `/` opens the palette; preventing the default keeps it closed.
      event.preventDefault();
      input.current?.select();
    };
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);

  return (
    <search className="relative min-w-0 flex-1 basis-full sm:basis-72">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          clearTimeout(pause.current);
          send(text);
        }}
      >
        <Search
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted"
        />
        <Input
          ref={input}
          type="search"
          value={text}
          maxLength={SEARCH_MAX}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label={t('discovery.search.label')}
          aria-keyshortcuts="/"
          placeholder={t('discovery.search.placeholder')}
          className="px-10 [&::-webkit-search-cancel-button]:appearance-none"
          onChange={({ target }) => {
            setText(target.value);
            clearTimeout(pause.current);
            pause.current = setTimeout(() => send(target.value), PAUSE_MS);
          }}
        />
        {text === '' ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-3 top-1/2 hidden -translate-y-1/2 rounded-[6px] bg-surface-3 px-2 py-0.5 text-muted text-xs lg:block"
          >
            /
          </span>
        ) : (
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label={t('discovery.search.clear')}
            className="absolute end-1.5 top-1/2 -translate-y-1/2"
            onClick={() => {
              clearTimeout(pause.current);
              setText('');
              send('');
              input.current?.focus();
            }}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        )}
      </form>
    </search>
  );
}
