import { userId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { createUnsubscribeTokens } from './unsubscribe-token.ts';

const tokens = createUnsubscribeTokens('a secret of the tests');
const ann = userId.parse('019a0000-0000-7000-8000-00000000000a');

it('contains the person and the preference', () => {
  expect(tokens.read(tokens.issue(ann, 'stream_live'))).toEqual({ userId: ann, preference: 'stream_live' });
});

it.each([
  '',
  '.',
  `${ann}.stream_live`,
  `${ann}.stream_live.`,
  tokens.issue(ann, 'stream_live').replace('stream_live', 'follower'),
  createUnsubscribeTokens('another secret').issue(ann, 'stream_live'),
])('is rejected if it was not issued under this secret: %j', (token) => {
  expect(tokens.read(token)).toBeNull();
});
