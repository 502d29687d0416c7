import { expect, it } from 'vitest';
import { type Arrival, entryOf } from './viewer-entry.ts';

const ORIGIN = 'https://tv.example';
const arrival = (more: Partial<Arrival>): Arrival => ({
  loaded: `${ORIGIN}/s/ada/live`,
  referrer: '',
  path: '/s/ada/live',
  previous: '',
  state: null,
  ...more,
});

it.each<[string, Partial<Arrival>, string, string]>([
  ['an address that was typed', {}, 'direct', ''],
  ['a link on another site', { referrer: 'https://www.blog.example/a?b' }, 'external', 'blog.example'],
  ['a link on a site with an address as its name', { referrer: 'http://[2001:db8::1]/' }, 'external', ''],
  ['a page of the instance in another tab', { referrer: `${ORIGIN}/` }, 'home', ''],
  ['Home', { previous: '/', referrer: 'https://blog.example' }, 'home', ''],
  ['Discover', { previous: '/discover?category=music' }, 'discover', ''],
  ['a search', { previous: '/discover?q=jazz' }, 'search', ''],
  ['the page of the channel', { previous: '/streamer/ada' }, 'channel', ''],
  ['another stream', { previous: '/s/bob/live' }, 'stream', ''],
  ['a raid', { previous: '/s/bob/live', state: { via: 'raid' } }, 'raid', ''],
  ['the bell', { previous: '/discover', state: { via: 'notification' } }, 'notification', ''],
  ['a mail', { loaded: `${ORIGIN}/s/ada/live?via=notification` }, 'notification', ''],
  ['the settings', { previous: '/profile/account' }, 'other', ''],
  [
    'a page of another site that embeds it',
    { path: '/embed/ada', referrer: 'https://club.example/live' },
    'embed',
    'club.example',
  ],
  ['an embedding page that hides its address', { path: '/embed/ada' }, 'embed', ''],
])('tells those who come by %s', (_, more, kind, host) => {
  expect(entryOf(arrival(more))).toEqual({ kind, host });
});
