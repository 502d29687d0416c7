/** The position in a link to a recording: `?t=1h2m3s`, `?t=90s` or `?t=90`. */

const PATTERN = /^(?:(?<h>\d{1,3})h)?(?:(?<m>\d{1,4})m)?(?:(?<s>\d{1,6})s?)?$/;

/** @returns seconds, or null where there is none or it makes no sense */
export function readStartTime(text: string | null): number | null {
  const { h, m, s } = PATTERN.exec(text ?? '')?.groups ?? {};
  if (h === undefined && m === undefined && s === undefined) return null;
  return Number(h ?? 0) * 3600 + Number(m ?? 0) * 60 + Number(s ?? 0);
}

export function writeStartTime(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60];
  return `${h > 0 ? `${h}h` : ''}${m > 0 ? `${m}m` : ''}${s}s`;
}
