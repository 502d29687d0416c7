/** @param seconds the position in the recording at which the link starts; null: at its beginning */
export function shareLink(path: string, origin: string, seconds: number | null): string {
  const url = new URL(path, origin);
  if (seconds !== null) url.searchParams.set('t', `${Math.floor(seconds)}s`);
  return url.href;
}
