/** `1.4 s`, `12 s`, `2 min`: a distance from live as people read it at a glance. */
export function formatLatency(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  return `${Math.round(seconds / 60)} min`;
}
