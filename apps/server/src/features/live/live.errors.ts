import { SCREENS_PER_ENTITLEMENT } from '@tributary/contracts';
import { defineErrors } from '#platform/errors.ts';

export const errors = defineErrors({
  stream_not_found: [
    'not_found',
    'There is no such stream. It may have been removed, or the address mistyped.',
  ],
  ticket_required: ['forbidden', 'This stream is for ticket holders of an event.'],
  subscription_required: ['forbidden', 'This stream is for subscribers of its channel.'],
  too_many_screens: [
    'conflict',
    `Your account already watches with this ticket or subscription in ${SCREENS_PER_ENTITLEMENT} browsers. Watch here instead, or close one of them.`,
  ],
  no_screen: ['forbidden', 'Open playback of this stream first.'],
  session_cookie_required: [
    'invalid',
    'Playback belongs to a browser’s session. Send the cookie of the session that the access token is for.',
  ],
  playback_limited: ['limited', 'Playback was opened too often. Try again in a minute.'],
  streamer_not_found: ['not_found', 'There is no such channel. Check the name in the address.'],
});
