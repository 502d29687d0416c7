import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { iceServersOf } from './ice-servers.ts';

const SECRET = 'a secret of the TURN server';
const settings = { iceServers: ['stun:stun.example.org', 'turn:turn.example.org'], turnSecret: SECRET };

it('gives a TURN server a password that names its holder and expires after twelve hours', () => {
  const [stun, turn] = iceServersOf(settings, 1_000_000_000_500, 'peer');
  expect(stun).toEqual({ urls: 'stun:stun.example.org' });
  const username = `${1_000_000_000 + 12 * 60 * 60}:peer`;
  expect(turn).toEqual({
    urls: 'turn:turn.example.org',
    username,
    credential: createHmac('sha1', SECRET).update(username).digest('base64'),
  });
});

it('names no holder where there is none, and no password without a secret', () => {
  expect(iceServersOf(settings, 0)[1]?.username).toBe('43200');
  expect(iceServersOf({ ...settings, turnSecret: null }, 0)[1]).toEqual({ urls: 'turn:turn.example.org' });
});
