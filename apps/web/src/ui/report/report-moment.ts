import { REPORT_AGO_MAX_MS } from '@tributary/contracts/moderation';

/** The time at which the reporter opened the form, and their position in a recording. */
export interface ReportMoment {
  /** Null if they watched live, or not at all. */
  readonly positionMs: number | null;
  /** The time by performance.now(). */
  readonly openedAtMs: number;
}

/** The moment in the form of the request. */
export const statedMoment = ({ positionMs, openedAtMs }: ReportMoment) => ({
  positionMs,
  agoMs: Math.min(Math.round(performance.now() - openedAtMs), REPORT_AGO_MAX_MS),
});
