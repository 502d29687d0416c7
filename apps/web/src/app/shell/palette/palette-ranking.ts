/** Which entries of the command palette match, and in which order. */
import { defaultFilter } from 'cmdk';

export interface Ranked {
  /** The label first, then other words that find the entry. */
  names: readonly string[];
  /** The server has found it, whatever its spelling. */
  found?: boolean;
}

export interface RankedGroup<Entry> {
  heading: string;
  entries: readonly Entry[];
}

/** Exact matches first, then by how a name begins, then words within it, then any letters in this order. */
const [EXACT, PREFIX, WORD, LETTERS] = [0, 1, 2, 3];

function rank(query: string, { names, found = false }: Ranked): number | null {
  const lower = names.map((name) => name.toLowerCase());
  if (lower.includes(query)) return EXACT;
  if (lower.some((name) => name.startsWith(query))) return PREFIX;
  if (found || lower.some((name) => name.includes(` ${query}`))) return WORD;
  return defaultFilter(names[0] ?? '', query, names.slice(1)) > 0 ? LETTERS : null;
}

/** The groups and their entries that match `query`, best first; all of them where it is empty. */
export function rankGroups<Entry extends Ranked>(
  query: string,
  groups: readonly RankedGroup<Entry>[],
): RankedGroup<Entry>[] {
  const words = query.trim().toLowerCase();
  return groups
    .map((group) => {
      const ranked = group.entries.flatMap((entry) => {
        const position = words === '' ? EXACT : rank(words, entry);
        return position === null ? [] : [{ entry, position }];
      });
      // Both sorts keep the given order among equals.
      ranked.sort((a, b) => a.position - b.position);
      return { group, ranked };
    })
    .filter(({ ranked }) => ranked.length > 0)
    .sort((a, b) => (a.ranked[0]?.position ?? 0) - (b.ranked[0]?.position ?? 0))
    .map(({ group: { heading }, ranked }) => ({ heading, entries: ranked.map(({ entry }) => entry) }));
}
