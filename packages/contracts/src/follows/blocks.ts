/** Whom somebody has blocked. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { userId } from '../shared/fields.ts';
import { ofUser } from '../shared/params.ts';

export const BLOCKS_MAX = 1000;

export const blockedPerson = z.object({
  id: userId,
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  blockedAt: z.iso.datetime(),
});
export type BlockedPerson = z.infer<typeof blockedPerson>;

export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/me/blocks',
  tag: 'following',
  summary: `List the people that the caller has blocked, newest first, at most ${BLOCKS_MAX}`,
  access: 'viewer',
  response: z.object({ people: z.array(blockedPerson) }),
});

export const putBlock = endpoint({
  method: 'PUT',
  path: '/api/me/blocks/:userId',
  tag: 'following',
  summary: 'Block a person, which ends follows between the two. They are not told. Idempotent',
  access: 'viewer',
  perMinute: 60,
  params: ofUser,
  response: z.void(),
});

export const deleteBlock = endpoint({
  method: 'DELETE',
  path: '/api/me/blocks/:userId',
  tag: 'following',
  summary: 'Unblock a person. Idempotent',
  access: 'viewer',
  perMinute: 60,
  params: ofUser,
  response: z.void(),
});
