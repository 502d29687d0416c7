import type { Recording, RecordingQualities, RecordingVisibility } from '@tributary/contracts/recordings';
import { formatCount } from '@/lib/format.ts';

/** `1.2K views · 35 h watched`: live and since, as on the stream’s page. */
export function viewFigures({ views, watchedSeconds }: Pick<Recording, 'views' | 'watchedSeconds'>): string {
  const minutes = Math.floor(watchedSeconds / 60);
  const watched = minutes < 120 ? `${minutes} min` : `${formatCount(Math.floor(minutes / 60))} h`;
  return `${formatCount(views)} ${views === 1 ? 'view' : 'views'} · ${watched} watched`;
}

/**
 * `Qualities: source, 720p and 240p`, or `Qualities: source · making 720p and 240p (34%)`.
 * @returns null where the recording has and gets no others than its source
 */
export function qualitiesText(qualities: RecordingQualities | null): string | null {
  if (qualities === null || (qualities.names.length === 0 && qualities.problem === null)) return null;
  const { state, names, share, isOffered, problem } = qualities;
  if (state === 'ready' && isOffered) return `Qualities: ${listOf(['source', ...names])}`;
  const present = `Qualities: ${isOffered ? listOf(['source', ...names]) : 'source'}`;
  if (problem !== null) return `${present}. ${problem}`;
  return isOffered ? present : `${present} · making ${listOf(names)} (${Math.floor(share * 100)}%)`;
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

export const VISIBILITY: Readonly<Record<RecordingVisibility, string>> = {
  public: 'Public',
  unlisted: 'Unlisted',
  subscribers: 'Subscribers',
  private: 'Private',
};
