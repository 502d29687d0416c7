/** Compares this machine's clock with another one. */
import { type Finding, failed, ok, warning } from './finding.ts';

/** The Date header of HTTP has whole seconds. */
const TOLERANCE_MS = 2_000;
/** A code of an authenticator app is valid for 30 s. */
const LIMIT_MS = 30_000;

const ADVICE = 'Have this machine’s clock set by NTP, such as with systemd-timesyncd or chrony.';

/** @param whose such as `the server at https://example.org` */
export function checkClock(whose: string, theirMs: number, ownMs: number): Finding {
  // On average, a Date header was half a second old when it was written.
  const offMs = Math.abs(theirMs + 500 - ownMs);
  if (offMs <= TOLERANCE_MS) return ok(`The clock agrees with that of ${whose}.`);
  const message = `The clock differs by ${Math.round(offMs / 1000)} s from that of ${whose}.`;
  return offMs > LIMIT_MS
    ? failed(`${message} Sign-ins and playback fail.`, ADVICE)
    : warning(message, ADVICE);
}
