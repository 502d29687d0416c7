import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Text } from '@/lib/messages/text.tsx';
import { focused, returnFocus } from '@/ui/focus.ts';
import { type PaletteGroup, usePaletteGroups } from './palette-entries.tsx';
import { setPaletteOpen } from './palette-state.ts';

/** Finds every page, channel and action by a few letters. */
export default function CommandPalette() {
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  /** The id of the entry that the user moved to; null for the first one, whichever that is. */
  const [moved, setMoved] = useState<string | null>(null);
  const [from] = useState(focused);
  useEffect(() => () => returnFocus(from), [from]);
  const typed = words.trim();
  const matching = usePaletteGroups(words);
  const groups = typed === '' ? matching : [...matching, searchFor(typed, navigate)];
  const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id));
  // Results of the server come and go while the user types: there is always an entry that Enter chooses.
  const selected = moved !== null && ids.includes(moved) ? moved : (ids[0] ?? '');
  return (
    <Command.Dialog
      open
      onOpenChange={setPaletteOpen}
      label={t('shell.palette.label')}
      loop
      shouldFilter={false}
      value={selected}
      onValueChange={(id) => setMoved(id === ids[0] ? null : id)}
      overlayClassName="fixed inset-0 z-50 animate-fade bg-scrim"
      contentClassName="fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-xl animate-fade overflow-hidden rounded-media bg-surface-2 shadow-float"
    >
      <Command.Input
        value={words}
        onValueChange={setWords}
        placeholder={t('shell.palette.label')}
        className="h-14 w-full border-line border-b bg-transparent px-5 text-base outline-none"
      />
      <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2">
        {matching.length === 0 && (
          <p className="px-3 py-8 text-center text-muted text-sm">{t('shell.palette.none')}</p>
        )}
        {groups.map((group) => (
          <Group key={group.heading} {...group} />
        ))}
      </Command.List>
    </Command.Dialog>
  );
}

/** Always listed, after the entries that match. */
function searchFor(words: string, navigate: ReturnType<typeof useNavigate>): PaletteGroup {
  const search = {
    id: 'search',
    names: [],
    icon: <Search size={18} aria-hidden="true" />,
    content: (
      <span className="truncate">
        <Text k="shell.palette.search" values={{ text: words, words: (inner) => <bdi>{inner}</bdi> }} />
      </span>
    ),
    act: () => navigate({ to: '/discover', search: { q: words } }),
  };
  return { heading: t('shell.page.discover'), entries: [search] };
}

function Group({ heading, entries }: PaletteGroup) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {entries.map(({ id, icon, content, act }) => (
        <Command.Item
          key={id}
          value={id}
          onSelect={() => {
            setPaletteOpen(false);
            act();
          }}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-sm data-[selected=true]:bg-surface-3"
        >
          {icon}
          {content}
        </Command.Item>
      ))}
    </Command.Group>
  );
}
