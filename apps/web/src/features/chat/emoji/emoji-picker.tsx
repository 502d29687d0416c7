import type { ChatEmote } from '@tributary/contracts/chat';
import { clsx } from 'clsx';
import { Smile } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Spinner } from '@/ui/feedback/loading.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/overlays/popover.tsx';
import { EmoteGrid } from '../emotes/emote-grid.tsx';
import {
  addRecent,
  type Emoji,
  inTone,
  readRecent,
  readTone,
  searchEmoji,
  TONES,
  writeTone,
} from './emoji.ts';
import { useEmoji } from './use-emoji.ts';

const COLUMNS = 8;
const TONE_NAMES = [
  t('chat.emoji.toneDefault'),
  t('chat.emoji.toneLight'),
  t('chat.emoji.toneMediumLight'),
  t('chat.emoji.toneMedium'),
  t('chat.emoji.toneMediumDark'),
  t('chat.emoji.toneDark'),
] as const;

/** The names of the groups, in the order of the list of emoji. */
const GROUP_NAMES = [
  t('chat.emoji.group.smileys'),
  t('chat.emoji.group.people'),
  t('chat.emoji.group.nature'),
  t('chat.emoji.group.food'),
  t('chat.emoji.group.travel'),
  t('chat.emoji.group.activities'),
  t('chat.emoji.group.objects'),
  t('chat.emoji.group.symbols'),
  t('chat.emoji.group.flags'),
] as const;

interface EmojiPickerProps {
  /** The emotes of the channel. */
  emotes: readonly ChatEmote[];
  onOpenChange: (isOpen: boolean) => void;
  onChoose: (text: string) => void;
}

/** A button that opens the emoji and emotes to choose from. */
export function EmojiPicker({ emotes, onOpenChange, onChoose }: EmojiPickerProps) {
  const [open, setOpen] = useState(false);
  const hasChosen = useRef(false);
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        hasChosen.current = false;
        setOpen(next);
        onOpenChange(next);
      }}
    >
      <PopoverTrigger asChild>
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('chat.emoji.emoji')}
          title={t('chat.emoji.emoji')}
          className="h-11 w-9"
        >
          <Smile size={18} aria-hidden="true" />
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label={t('chat.emoji.emoji')}
        side="top"
        className="flex h-96 w-80 flex-col gap-2 p-2"
        // The text box takes the focus after a choice.
        onCloseAutoFocus={(event) => hasChosen.current && event.preventDefault()}
      >
        <EmojiPanel
          emotes={emotes}
          onChoose={(emoji) => {
            hasChosen.current = true;
            setOpen(false);
            onOpenChange(false);
            onChoose(emoji);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

function EmojiPanel({ emotes, onChoose }: Omit<EmojiPickerProps, 'onOpenChange'>) {
  const { groups, hasFailed } = useEmoji(true);
  const [search, setSearch] = useState('');
  const [tone, setTone] = useState(readTone);
  const [recent] = useState(readRecent);
  const grid = useRef<HTMLDivElement>(null);
  const choose = (text: string) => {
    addRecent(text);
    onChoose(text);
  };

  /** Moves through the grid with the arrow keys, and down from the search into it. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    if (step === undefined || (at < 0 && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    buttons[at < 0 ? 0 : Math.min(Math.max(0, at + step), buttons.length - 1)]?.focus();
  };

  if (groups === null) {
    return (
      <p className="m-auto text-muted text-sm">
        {hasFailed ? t('chat.emoji.notLoaded') : <Spinner label={t('chat.emoji.loading')} />}
      </p>
    );
  }
  const all = groups.flatMap(({ emoji }) => emoji);
  const named = groups.map(({ name, emoji }, index) => ({ name: GROUP_NAMES[index] ?? name, emoji }));
  const found = searchEmoji(all, search);
  const wanted = search.trim().toLowerCase().replace(/^:/, '');
  const foundEmotes = emotes.filter(({ name }) => name.includes(wanted));
  const asEmoji = (text: string): Emoji => ({
    text,
    keywords: [],
    hasTones: false,
    name: all.find((emoji) => TONES.some((one) => inTone(emoji, one) === text))?.name ?? text,
  });
  const shown =
    search.trim() !== ''
      ? [{ name: t('chat.emoji.results'), emoji: found }]
      : [
          ...(recent.length > 0 ? [{ name: t('chat.emoji.recent'), emoji: recent.map(asEmoji) }] : []),
          ...named,
        ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the keys; this moves between them.
    <div className="contents" onKeyDown={onKeyDown}>
      <div className="flex items-center gap-2">
        <Input
          aria-label={t('chat.emoji.search')}
          placeholder={t('ui.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <Tones tone={tone} onChoose={setTone} />
      </div>
      <div ref={grid} className="min-h-0 flex-1 overflow-y-auto">
        {foundEmotes.length > 0 && <EmoteGrid emotes={foundEmotes} onChoose={onChoose} />}
        {shown.map((group) => (
          <Group key={group.name} group={group} tone={tone} onChoose={choose} />
        ))}
      </div>
    </div>
  );
}

interface TonesProps {
  tone: string;
  onChoose: (tone: string) => void;
}

function Tones({ tone, onChoose }: TonesProps) {
  return (
    <fieldset className="flex shrink-0">
      <legend className="sr-only">{t('chat.emoji.skinTone')}</legend>
      {TONES.map((one, index) => (
        <button
          key={one}
          type="button"
          aria-label={TONE_NAMES[index]}
          aria-pressed={one === tone}
          onClick={() => {
            writeTone(one);
            onChoose(one);
          }}
          className={clsx('size-6 rounded-control text-sm', one === tone && 'bg-surface-3')}
        >
          {`👋${one}`}
        </button>
      ))}
    </fieldset>
  );
}

interface GroupProps extends TonesProps {
  group: { readonly name: string; readonly emoji: readonly Emoji[] };
}

function Group({ group: { name, emoji }, tone, onChoose }: GroupProps) {
  return (
    <section aria-label={name}>
      <h3 className="px-1 py-1.5 text-muted text-xs">{name}</h3>
      {emoji.length === 0 && <p className="px-1 text-muted text-sm">{t('chat.emoji.none')}</p>}
      <div className="grid grid-cols-8 [content-visibility:auto]">
        {emoji.map((one, index) => {
          const text = inTone(one, tone);
          return (
            <button
              key={one.text}
              type="button"
              aria-label={one.name}
              title={one.name}
              // Each group is one stop of the Tab key; arrow keys reach the others.
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => onChoose(text)}
              className="flex aspect-square items-center justify-center rounded-control text-xl hover:bg-surface-3 focus-visible:bg-surface-3"
            >
              {text}
            </button>
          );
        })}
      </div>
    </section>
  );
}
