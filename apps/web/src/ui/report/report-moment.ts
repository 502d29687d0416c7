import { REPORT_AGO_MAX_MS } from '@tributary/contracts/moderation';

/** When somebody opened the form, and where they were in a recording. */
export interface ReportMoment {
  /** Null: they watched live, or nothing. */
  readonly positionMs: number | null;
  /** By performance.now(). */
  readonly openedAtMs: number;
}

/** The moment as a report states it. */
export const statedMoment = ({ positionMs, openedAtMs }: ReportMoment) => ({
  positionMs,
  agoMs: Math.min(Math.round(performance.now() - openedAtMs), REPORT_AGO_MAX_MS),
});
