/** Formats a watch time: `under a minute`, `12 min`, `3 h 5 min`, `120 h`. */
export function formatWatched(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 100 && minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}
