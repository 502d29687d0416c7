import type { SessionUser } from '@tributary/contracts/identity';
import { userId } from '@tributary/contracts/shared';
import { afterEach, expect, it, vi } from 'vitest';
import { loadUserParts } from './user-parts.ts';

const ID = userId.parse('0199a000-0000-7000-8000-000000000001');
const OWNER = { userId: ID, email: 'ann.tide@example.org', accessToken: 't', expiresAt: 0 };
const profile = { username: 'ann', displayName: 'Ann', bio: 'Hello', avatarUrl: '/pictures/a.webp' };
const roles = { roles: ['viewer', 'streamer'], primaryRole: 'streamer' };
const FAILED = { type: 'about:blank', title: 'No luck.', code: 'x', instance: '' };

afterEach(() => vi.unstubAllGlobals());

/** Answers each part's request with a body, or with a failure of that status. */
function serve(parts: Readonly<Record<'profile' | 'roles' | 'streamer-data', object | number>>): void {
  vi.stubGlobal('location', { href: 'https://live.example.org/' });
  vi.stubGlobal('fetch', async (url: URL) => {
    const part = url.pathname.replace(`/api/users/${ID}/`, '');
    const answer = Object.entries(parts).find(([name]) => name === part)?.[1] ?? 404;
    return typeof answer === 'number'
      ? Response.json({ ...FAILED, status: answer }, { status: answer })
      : Response.json(answer);
  });
}

it('puts the user together from profile, roles and streamer data', async () => {
  const streamerData = { totalViews: 7 };
  serve({ profile, roles, 'streamer-data': { streamerData } });
  expect(await loadUserParts(OWNER)).toEqual({
    id: ID,
    username: 'ann',
    email: 'ann.tide@example.org',
    displayName: 'Ann',
    bio: 'Hello',
    avatar: '/pictures/a.webp',
    roles: ['viewer', 'streamer'],
    primaryRole: 'streamer',
    streamerData,
  } satisfies Omit<SessionUser, 'streamerData'> & { streamerData: object });
});

it('does without streamer data that cannot be read', async () => {
  serve({ profile, roles, 'streamer-data': 500 });
  expect(await loadUserParts(OWNER)).toMatchObject({ primaryRole: 'streamer', streamerData: null });
});

it.each([
  [{ profile: 500, roles }, 'Failed to fetch profile: No luck.'],
  [{ profile: 404, roles }, 'Profile not found'],
  [{ profile, roles: 500 }, 'Failed to fetch roles: No luck.'],
  [{ profile, roles: 404 }, 'Failed to fetch roles: No luck.'],
])('names the part that cannot be read: %o', async (parts, message) => {
  serve({ ...parts, 'streamer-data': { streamerData: null } });
  await expect(loadUserParts(OWNER)).rejects.toThrow(message);
});
