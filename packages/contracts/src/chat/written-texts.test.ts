import { expect, it } from 'vitest';
import type { z } from 'zod';
import { streamTitle } from '../channels/channels.ts';
import { newClip } from '../clips/clips.ts';
import { donationGoalEdit } from '../donations/donation-pages.ts';
import { eventEdit } from '../events/own-events.ts';
import { displayName } from '../identity/users.ts';
import { tierEdit } from '../memberships/own-tiers.ts';
import { profileEdit } from '../profiles/profiles.ts';
import { chapter } from '../shared/chapters.ts';
import { adminReason } from '../shared/fields.ts';
import { chatText } from './chat.ts';
import { chatBanRequest } from './chat-moderation.ts';
import { chatPollRequest } from './chat-polls.ts';

it.each<[string, z.ZodType]>([
  ['the name of an account', displayName],
  ['a bio', profileEdit.shape.bio],
  ['the title of a stream', streamTitle],
  ['the title of an event', eventEdit.shape.title],
  ['the description of an event', eventEdit.shape.description],
  ['the name of a tier', tierEdit.shape.name],
  ['the title of a clip', newClip.shape.title],
  ['the title of a chapter', chapter.shape.title],
  ['the title of a goal', donationGoalEdit.shape.title],
  ['a chat message', chatText],
  ['the question of a poll', chatPollRequest.shape.question],
  ['the reason of a ban from a chat', chatBanRequest.shape.reason],
  ['the reason of an admin', adminReason],
])('turns no other text around: %s', (_what, schema) => {
  expect(schema.parse(' Ada\u202e\u2066gnp.exe\u0007\u200b ')).toBe('Ada gnp.exe');
});
