import { MINUTE_MS } from '#platform/durations.ts';
import { type AppError, defineErrors } from '#platform/errors.ts';

export const errors = defineErrors('live', {
  stream_not_found: 'not_found',
  ticket_required: 'forbidden',
  subscription_required: 'forbidden',
  no_screen: 'forbidden',
  session_cookie_required: 'invalid',
  playback_limited: 'limited',
  streamer_not_found: 'not_found',
  too_many_screens: 'conflict',
  screens_changed_too_often: 'conflict',
});

/** @param limit the browsers in which an account can watch at a time what it has paid for */
export const tooManyScreens = (limit: number): AppError => errors.too_many_screens({ values: { limit } });

/**
 * @param changes how often it may change them in an hour
 * @param retryInMs until the account may change the browsers again that it watches in
 */
export const screensChangedTooOften = (changes: number, retryInMs: number): AppError =>
  errors.screens_changed_too_often({
    values: { changes, minutes: Math.max(1, Math.ceil(retryInMs / MINUTE_MS)) },
  });
