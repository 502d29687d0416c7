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

/** No tone, then the skin tones of Unicode from light to dark. */
export const TONES = ['', '\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'] as const;

/** The emoji in that tone, which applies to every person and hand in it. */
export const inTone = ({ text, hasTones }: Emoji, tone: string): string =>
  hasTones && tone !== '' ? text.replace(/(\p{Emoji_Modifier_Base})\uFE0F?/gu, `$1${tone}`) : text;

/**
 * Finds the emoji for which each searched word begins a word of the name or a keyword. Those whose name begins with the
 * search come first, then those with all words in their name, then the others in their order.
 */
export function searchEmoji(all: readonly Emoji[], wanted: string): Emoji[] {
  const words = wanted
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const areIn = (parts: readonly string[]) =>
    words.every((word) => parts.some((part) => part.startsWith(word)));
  const found = all.flatMap((emoji) => {
    const name = emoji.name.toLowerCase();
    const parts = name.split(/[\s:-]+/);
    if (areIn(parts)) return { emoji, rank: name.startsWith(words.join(' ')) ? 0 : 1, length: name.length };
    return areIn([...parts, ...emoji.keywords]) ? { emoji, rank: 2, length: 0 } : [];
  });
  return found.toSorted((a, b) => a.rank - b.rank || a.length - b.length).map(({ emoji }) => emoji);
}

let loading: Promise<readonly EmojiGroup[]> | null = null;

/** Loads the list once. */
export function loadEmoji(): Promise<readonly EmojiGroup[]> {
  loading ??= import('./emoji.txt?raw').then(({ default: list }) => parseEmoji(list));
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
