import { defineErrors } from '#platform/errors.ts';

export const moderationErrors = defineErrors({
  not_yourself: ['conflict', 'You can’t do this to your own account. Ask another admin.'],
  stream_not_found: ['not_found', 'There is no such stream. Its channel may have been deleted.'],
  stream_not_live: ['conflict', 'This stream has already ended.'],
  already_verified: ['conflict', 'Your channel is already verified.'],
  already_requested: ['conflict', 'Your request is already waiting for an admin.'],
  request_not_found: ['not_found', 'There is no such request. Its channel may have been deleted.'],
  already_decided: ['conflict', 'Another admin has already decided this request. Reload the list.'],
  report_limited: ['limited', 'You or your network have sent too many reports today. Try again tomorrow.'],
  report_target_not_found: ['not_found', 'What you want to report no longer exists.'],
  report_not_found: ['not_found', 'There is no such report. It may have been deleted with its account.'],
  report_decided: ['conflict', 'Another admin has already decided this report. Reload the page.'],
  warning_not_found: ['not_found', 'There is no such warning. It may have been deleted.'],
  not_removable: [
    'conflict',
    'Events can’t be removed, since their buyers must be refunded. Warn or ban the creator.',
  ],
  nobody_to_act_on: ['conflict', 'No account made this. Dismiss the report or remove the content.'],
  appeal_link_invalid: ['not_found', 'This link is not complete. Sign in to see why your account is banned.'],
  ban_over: ['conflict', 'This ban has ended. You can sign in.'],
  already_appealed: ['conflict', 'You have already appealed this ban.'],
  appeal_not_found: ['not_found', 'There is no such appeal. Its account may have been deleted.'],
  appeal_decided: ['conflict', 'Another admin has already decided this appeal. Reload the list.'],
  second_admin_needed: ['forbidden', 'You banned this person, so another admin decides the appeal.'],
  not_verified: ['conflict', 'This channel is not verified.'],
});
