/** The list of emoji, and those that were chosen last in this browser. */

export interface Emoji {
  readonly text: string;
  readonly name: string;
  /** Other words by which people search for it. */
  readonly keywords: readonly string[];
  readonly hasTones: boolean;
}

export interface EmojiGroup {
  readonly name: string;
  readonly emoji: readonly Emoji[];
}

/** @param list the content of `emoji.txt` */
export function parseEmoji(list: string): EmojiGroup[] {
  const groups: { name: string; emoji: Emoji[] }[] = [];
  for (const line of list.split('\n')) {
    const space = line.indexOf(' ');
    if (space < 0 || line.startsWith('//')) continue;
    const mark = line.slice(0, space);
    const [name = '', keywords] = line.slice(space + 1).split('; ');
    if (mark === '#') groups.push({ name, emoji: [] });
    else
      groups.at(-1)?.emoji.push({
        text: mark.replace(/\+$/, ''),
        name,
        hasTones: mark.endsWith('+'),
        keywords: keywords?.split(' ') ?? [],
      });
  }
  return groups;
}

/**
 * Gives emoji their names in another language. The English words stay as keywords, since many people know them.
 * @param list the content of a file in `names`
 */
export function inLanguage(groups: readonly EmojiGroup[], list: string): EmojiGroup[] {
  const found = new Map<string, { readonly name: string; readonly keywords: readonly string[] }>();
  for (const line of list.split('\n')) {
    const space = line.indexOf(' ');
    const [name = '', keywords = ''] = line.slice(space + 1).split('; ');
    found.set(line.slice(0, space), { name, keywords: keywords.split(' ') });
  }
  return groups.map(({ name: group, emoji }) => ({
    name: group,
    emoji: emoji.map((one) => {
      const named = found.get(one.text);
      if (named === undefined) return one;
      return {
        ...one,
        name: named.name,
        keywords: [...named.keywords, ...wordsOf(one.name), ...one.keywords],
      };
    }),
  }));
}

/** No tone, then the skin tones of Unicode from light to dark. */
export const TONES = ['', '\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'] as const;

/** The emoji in that tone, which applies to every person and hand in it. */
export const inTone = ({ text, hasTones }: Emoji, tone: string): string =>
  hasTones && tone !== '' ? text.replace(/(\p{Emoji_Modifier_Base})\uFE0F?/gu, `$1${tone}`) : text;

/** In lower case and without the accents of Latin letters, so that "coeur" and "cœur", "leon" and "león" are the same. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .replaceAll('œ', 'oe');

const wordsOf = (name: string): string[] => folded(name).split(/[\s:’'-]+/);

/** Japanese writes no spaces, so that its words begin anywhere. */
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Finds the emoji for which each searched word begins a word of the name or a keyword. Those whose name begins with the
 * search come first, then those with all words in their name, then the others in their order.
 */
export function searchEmoji(all: readonly Emoji[], wanted: string): Emoji[] {
  const words = folded(wanted)
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const areIn = (parts: readonly string[]) =>
    words.every((word) =>
      parts.some((part) => (JAPANESE.test(word) ? part.includes(word) : part.startsWith(word))),
    );
  const found = all.flatMap((emoji) => {
    const name = folded(emoji.name);
    const parts = wordsOf(emoji.name);
    if (areIn(parts)) return { emoji, rank: name.startsWith(words.join(' ')) ? 0 : 1, length: name.length };
    return areIn([...parts, ...emoji.keywords.map(folded)]) ? { emoji, rank: 2, length: 0 } : [];
  });
  return found.toSorted((a, b) => a.rank - b.rank || a.length - b.length).map(({ emoji }) => emoji);
}

let loading: Promise<readonly EmojiGroup[]> | null = null;

/** The names in each language but English, by the path of their file. */
const NAMES = import.meta.glob<string>('./names/*.txt', { query: '?raw', import: 'default' });

/** Loads the list once, with the names in the language of the page. Those are English if their file does not load. */
export function loadEmoji(): Promise<readonly EmojiGroup[]> {
  const language = document.documentElement.lang;
  loading ??= Promise.all([
    import('./emoji.txt?raw').then(({ default: list }) => parseEmoji(list)),
    NAMES[`./names/${language}.txt`]?.().catch(() => undefined),
  ]).then(([groups, names]) => (names === undefined ? groups : inLanguage(groups, names)));
  // A failed load is tried again next time.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

const RECENT_KEY = 'recent-emoji';
const TONE_KEY = 'emoji-tone';
const MAX_RECENT = 16;

export function readRecent(): string[] {
  return read(RECENT_KEY)?.split(' ').slice(0, MAX_RECENT) ?? [];
}

/** @returns the emoji that were used last, with this one first */
export function addRecent(text: string): string[] {
  const recent = [text, ...readRecent().filter((other) => other !== text)].slice(0, MAX_RECENT);
  write(RECENT_KEY, recent.join(' '));
  return recent;
}

export const readTone = (): string => TONES.find((tone) => tone === read(TONE_KEY)) ?? '';
export const writeTone = (tone: string): void => write(TONE_KEY, tone);

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) || null;
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked, so nothing is remembered.
  }
}
