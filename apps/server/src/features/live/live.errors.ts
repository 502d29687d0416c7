import { MINUTE_MS } from '#platform/durations.ts';
import { AppError, defineErrors } from '#platform/errors.ts';

export const errors = defineErrors({
  stream_not_found: [
    'not_found',
    'There is no such stream. It may have been removed, or the address mistyped.',
  ],
  ticket_required: ['forbidden', 'This stream is for ticket holders of an event.'],
  subscription_required: ['forbidden', 'This stream is for subscribers of its channel.'],
  no_screen: ['forbidden', 'Open playback of this stream first.'],
  session_cookie_required: [
    'invalid',
    'Playback belongs to a browser’s session. Send the cookie of the session that the access token is for.',
  ],
  playback_limited: ['limited', 'Playback was opened too often. Try again in a minute.'],
  streamer_not_found: ['not_found', 'There is no such channel. Check the name in the address.'],
});

/** @param limit the browsers in which an account can watch at a time what it has paid for */
export function tooManyScreens(limit: number): AppError {
  const [where, one] = limit === 1 ? ['another browser', 'it'] : [`${limit} browsers`, 'one of them'];
  const sentence = `Your account already watches with this ticket or subscription in ${where}. Watch here instead, or close ${one}.`;
  return new AppError('too_many_screens', 'conflict', sentence);
}

/**
 * @param changes how often it may change them in an hour
 * @param retryInMs until the account may change the browsers again that it watches in
 */
export function screensChangedTooOften(changes: number, retryInMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(retryInMs / MINUTE_MS));
  const sentence = `Your account has changed the browsers that it watches in ${changes} times within an hour. Continue in a browser that plays now, or try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return new AppError('screens_changed_too_often', 'conflict', sentence);
}
