import type { Recording } from '@tributary/contracts/recordings';
import { formatCount } from '@/lib/format.ts';

/** `1.2K views · 35 h watched`: live and since, as on the stream’s page. */
export function viewFigures({ views, watchedSeconds }: Pick<Recording, 'views' | 'watchedSeconds'>): string {
  const minutes = Math.floor(watchedSeconds / 60);
  const watched = minutes < 120 ? `${minutes} min` : `${formatCount(Math.floor(minutes / 60))} h`;
  return `${formatCount(views)} ${views === 1 ? 'view' : 'views'} · ${watched} watched`;
}
