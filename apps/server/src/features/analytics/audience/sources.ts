import { type EntrySource, SOURCES_MAX } from '@tributary/contracts/analytics';

/**
 * The sources with the most viewers. Sites beyond the limit become one source of their kind without a name, so that the
 * sum stays.
 * @param sources most viewers first, each once
 */
export function topSources(sources: readonly EntrySource[], max = SOURCES_MAX): EntrySource[] {
  // Each kind has one source without a name, and there are fewer kinds than places.
  const named = sources.filter(({ host }) => host !== '');
  const kept = new Set(named.slice(0, Math.max(0, max - KINDS_WITHOUT_NAME)));
  const found = new Map<string, EntrySource>();
  for (const source of sources) {
    const host = kept.has(source) ? source.host : '';
    const key = `${source.kind} ${host}`;
    found.set(key, { ...source, host, viewers: (found.get(key)?.viewers ?? 0) + source.viewers });
  }
  return [...found.values()].sort((a, b) => b.viewers - a.viewers);
}

/** More than there are kinds. */
const KINDS_WITHOUT_NAME = 20;
