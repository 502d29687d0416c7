import type { StreamStatistics } from '@tributary/contracts/live';

/** The columns of a stream's statistics in CSV. */
export const streamColumns = {
  title: ({ title }: StreamStatistics) => title,
  category: ({ category }: StreamStatistics) => category,
  started: ({ startedAt }: StreamStatistics) => startedAt,
  ended: ({ endedAt }: StreamStatistics) => endedAt,
  seconds: ({ durationSeconds }: StreamStatistics) => durationSeconds,
  peak_viewers: ({ peakViewers }: StreamStatistics) => peakViewers,
  average_viewers: ({ averageViewers }: StreamStatistics) => Math.round(averageViewers * 10) / 10,
  hours_watched_live: ({ watchedSeconds }: StreamStatistics) => Math.round(watchedSeconds / 36) / 100,
  views: ({ views }: StreamStatistics) => views,
};
