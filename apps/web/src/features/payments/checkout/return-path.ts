/** Where people go on after paying. */

export const isStreamPath = (path: string): boolean => /^\/(?:s|stream)\//.test(path);

/** Names the page that a payment returns to. */
export function backTo(path: string): string {
  if (isStreamPath(path)) return 'Back to the stream';
  if (path.startsWith('/events/')) return 'Back to the event';
  if (path.startsWith('/streamer/')) return 'Back to the channel';
  return 'Go back';
}
