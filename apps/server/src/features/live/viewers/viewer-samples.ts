import { VIEWER_SAMPLES_KEPT_DAYS } from '@tributary/contracts/live';
import type { Database } from '#platform/db/database.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import type { Log } from '#platform/log/log.ts';
import * as rows from '../statistics/statistics.repo.ts';

export interface ViewerSamplesOptions {
  readonly db: Database;
  readonly log: Log;
  /** The live streams with their current viewers. */
  sample(): rows.NewSample[];
}

/** Samples the viewers of live streams at every full minute, for the charts. */
export function keepViewerSamples({ db, log, sample }: ViewerSamplesOptions): { close(): void } {
  let timer = setTimeout(tick, untilNextMinute());

  function tick(): void {
    timer = setTimeout(tick, untilNextMinute());
    const at = new Date(Math.round(Date.now() / MINUTE_MS) * MINUTE_MS);
    const samples = sample();
    const hourly = at.getUTCMinutes() === 0;
    if (samples.length === 0 && !hourly) return;
    db.transact(async (tx) => {
      await rows.insertSamples(tx, at, samples);
      if (hourly)
        await rows.deleteSamplesBefore(
          tx,
          new Date(at.getTime() - VIEWER_SAMPLES_KEPT_DAYS * 24 * 60 * MINUTE_MS),
        );
    }).catch((err: unknown) => log.warn({ err }, 'Viewer samples could not be written'));
  }

  return { close: () => clearTimeout(timer) };
}

const untilNextMinute = (): number => MINUTE_MS - (Date.now() % MINUTE_MS);
