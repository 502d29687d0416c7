import type { Recording, RecordingQualities, RecordingVisibility } from '@tributary/contracts/recordings';
import { formatCount } from '@/lib/format/numbers.ts';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';

/** `1.2K views · 35 h watched`: live and since, as on the stream’s page. */
export function viewFigures({ views, watchedSeconds }: Pick<Recording, 'views' | 'watchedSeconds'>): string {
  const minutes = Math.floor(watchedSeconds / 60);
  const watched =
    minutes < 120
      ? t('recordings.figures.minutesWatched', { minutes })
      : t('recordings.figures.hoursWatched', { hours: formatCount(Math.floor(minutes / 60)) });
  return `${t('recordings.figures.views', { count: views, shown: formatCount(views) })} · ${watched}`;
}

/**
 * `Qualities: source, 720p and 240p`, or `Qualities: source · making 720p and 240p (34%)`.
 * @returns null where the recording has and gets no others than its source
 */
export function qualitiesText(qualities: RecordingQualities | null): string | null {
  if (qualities === null || (qualities.names.length === 0 && qualities.problem === null)) return null;
  const { state, names, share, isOffered, problem } = qualities;
  const source = t('recordings.qualities.source');
  const list = isOffered ? listOf([source, ...names]) : source;
  if (problem !== null && !(state === 'ready' && isOffered))
    return t('recordings.qualities.problem', { list, problem });
  return isOffered
    ? t('recordings.qualities.all', { list })
    : t('recordings.qualities.making', { list, made: listOf(names), share: Math.floor(share * 100) / 100 });
}

const listOf = (names: readonly string[]) => new Intl.ListFormat(locale()).format(names);

export const VISIBILITY: Readonly<Record<RecordingVisibility, string>> = {
  public: t('recordings.visibility.public'),
  unlisted: t('recordings.visibility.unlisted'),
  subscribers: t('recordings.visibility.subscribers'),
  private: t('recordings.visibility.private'),
};
