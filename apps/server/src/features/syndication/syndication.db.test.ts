import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeaturedStream, StreamDetail } from '@tributary/contracts/live';
import { PAGE_PATHS, type StreamId, type UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import { createHttpApp, openHttpListener } from '#platform/http/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createSyndication } from './index.ts';
import { createSitemap } from './sitemap.ts';

const SITE = 'https://live.example';
const INDEX = `<!doctype html><html lang="en"><head>
<meta name="description" content="Live video." />
<title>Tributary</title>
<link rel="preload" as="script" href="/assets/app.js" crossorigin></head><body>
<template data-first-screen="home">{{#poster}}<img src="{{poster}}" alt="">{{/poster}}<h1>{{instance}}</h1><p>{{heroLead}}</p></template>
<template data-first-screen="stream"><video data-playback-url="{{playbackUrl}}" data-recording-id="{{recordingId}}"></video></template>
<template data-first-screen="embed"><video class="embed" data-playback-url="{{playbackUrl}}"></video></template>
<div id="root"></div></body></html>`;

const noOverlay = new AppError('overlay_not_found', 'not_found', 'There is no such overlay.');

const db = await createTestDatabase();
const run = (statement: string, ...values: unknown[]) => db.pool.query(statement, values);
const featured: FeaturedStream[] = [];
/** The details that the next pages of streams show. */
const details: StreamDetail[] = [];
const nextDetail = async () => details.shift() ?? Promise.reject(new Error('The stream is missing'));
let away = false;
let reads = 0;
const clock = { now: 0 };
/** The headers that browsers send when they open a page. */
const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
let url: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  const webRoot = await mkdtemp(join(tmpdir(), 'tributary-syndication-'));
  await writeFile(join(webRoot, 'index.html'), INDEX);
  await writeFile(join(webRoot, 'preloads.json'), '{}');
  const log = createLog('silent');
  const listener = await openHttpListener({ host: '127.0.0.1', port: 0 });
  const counting: Database = {
    ...db,
    read(work) {
      reads += 1;
      return away ? Promise.reject(new Error('away')) : db.read(work);
    },
  };
  const syndication = createSyndication({
    db: counting,
    replica: counting,
    live: {
      streams: {
        async featured() {
          reads += 1;
          return [...featured];
        },
        byId: nextDetail,
        bySlug: nextDetail,
      },
    },
    payments: { hasMethod: (method) => method === 'stripe' },
    donations: {
      overlayOwner: async (token) => (token === 'token' ? (uuidv7() as UserId) : Promise.reject(noOverlay)),
    },
    now: () => clock.now,
    instanceName: () => 'River & Co',
    publicUrl: SITE,
  });
  const http = await createHttpApp({
    listener,
    log,
    instanceName: 'River & Co',
    version: '0',
    publicUrl: SITE,
    trustProxy: [],
    webRoot,
    authenticator: { authenticate: async () => null },
    findPage: syndication.findPage,
  });
  await syndication.routes?.(http);
  await http.ready();
  listener.open();
  url = `http://127.0.0.1:${listener.port}`;
  stop = async () => {
    await listener.close(0);
    await http.close();
    await rm(webRoot, { recursive: true });
  };
});
afterAll(() => stop());

/** Requests a page a second after the previous request, so that the two do not share a response. */
function get(path: string, headers: Record<string, string> = {}) {
  clock.now += 1000;
  return getNow(path, headers);
}

async function getNow(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url + path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

let made = 0;
async function streamer(more: { displayName?: string; bio?: string; avatarUrl?: string } = {}) {
  const id = uuidv7() as UserId;
  const username = `person-${++made}`;
  const { displayName = 'Ada', bio = '', avatarUrl = null } = more;
  await run(
    'insert into profiles (id, username, email, display_name, bio, avatar_url) values ($1, $2, $3, $4, $5, $6)',
    ...[id, username, `${username}@example.org`, displayName, bio, avatarUrl],
  );
  await run(
    'insert into streamer_data (user_id, stream_key, stream_key_hash) values ($1, $2::text, sha256($2::text::bytea))',
    ...[id, username],
  );
  return { id, username };
}

async function stream(streamerId: UserId, title: string, more: { ended?: boolean; thumbnail?: string } = {}) {
  const id = uuidv7() as StreamId;
  const slug = title.toLowerCase().replace(/[^a-z]+/g, '-');
  await run(
    `insert into streams (id, streamer_id, title, category, slug, thumbnail_url, status, started_at, seen_at, ended_at)
     values ($1, $2, $3, 'Music', $4, $5, $6, '2026-05-04 20:00Z', now(), $7)`,
    ...[id, streamerId, title, slug, more.thumbnail ?? null],
    ...(more.ended ? ['ended', '2026-05-04 22:00Z'] : ['live', null]),
  );
  return { id, slug };
}

/** Stores a recording of 90 minutes for a stream. */
const record = (id: StreamId, visibility = 'public') =>
  run(
    `insert into recordings (stream_id, streamer_id, state, visibility, duration_ms)
     select id, streamer_id, 'ready', $2, 5400400 from streams where id = $1`,
    ...[id, visibility],
  );

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];

describe('the metadata of a page', () => {
  it("describes a stream and escapes its streamer's texts", async () => {
    const { id, username } = await streamer({ displayName: 'A"><script>alert(1)</script>$&' });
    const { slug } = await stream(id, 'Night <b>tide</b> & "friends"', {
      thumbnail: '/thumbnails/x.webp?v=1',
    });
    const { status, text } = await get(`/s/${username}/${slug}`);
    expect(status).toBe(200);
    expect(text).not.toContain('<script>');
    expect(text).toContain(
      '<title>Night &lt;b&gt;tide&lt;/b&gt; &amp; &quot;friends&quot; · A&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp; · River &amp; Co</title>',
    );
    expect(contentOf(text, 'og:image')).toBe(`${SITE}/thumbnails/x.webp?v=1`);
    expect(contentOf(text, 'twitter:card')).toBe('summary_large_image');
    expect(text).toContain(`<link rel="canonical" href="${SITE}/s/${username}/${slug}" />`);
    expect(text).toContain(`href="${SITE}/streamer/${username}/feed.xml"`);
    expect(text.match(/<meta name="description"/g)).toHaveLength(1);
  });

  it('has one canonical URL for a stream, found by id, former slug or channel', async () => {
    const { id, username } = await streamer();
    const { id: streamId, slug } = await stream(id, 'Renamed');
    await run(
      'insert into stream_former_slugs (streamer_id, slug, stream_id) values ($1, $2, $3)',
      id,
      'old',
      streamId,
    );
    for (const path of [
      `/stream/${streamId}`,
      `/s/${username}/old`,
      `/s/${username.toUpperCase()}/${slug}`,
    ]) {
      expect((await get(path)).text).toContain(`rel="canonical" href="${SITE}/s/${username}/${slug}"`);
    }
    expect((await get(`/s/${username}/live`)).text).toContain('<title>Renamed · Ada');
  });

  it('is a 404 page for unknown and banned people, streams and events', async () => {
    const { id, username } = await streamer();
    await stream(id, 'Gone', { ended: true });
    await run('update profiles set banned_at = now() where id = $1', id);
    for (const path of [
      ...['/streamer/nobody', '/s/nobody/live', '/s/nobody/nothing', '/stream/x', `/stream/${uuidv7()}`],
      ...[`/streamer/${username}`, `/s/${username}/gone`, `/events/${uuidv7()}`],
    ]) {
      const { status, text } = await get(path);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(text).toContain('<div id="root">');
      expect(contentOf(text, 'robots')).toBe('noindex');
    }
    expect((await get('/dashboard/viewer')).status).toBe(200);
  });

  it('is a 404 page for every path that names an unknown subject', async () => {
    const { id, username } = await streamer();
    const { id: streamId } = await stream(id, 'Here');
    const named: Record<string, string> = {
      username,
      slug: 'here',
      streamId,
      method: 'stripe',
      token: 'token',
    };
    const withParams = PAGE_PATHS.filter((path) => path.includes('$'));
    const missing = withParams.flatMap((path) => {
      const all = [...path.matchAll(/\$(\w+)/g)].map(([, name = '']) => name);
      // One wrong parameter at a time is enough, and so is an id without a row.
      return all.flatMap((wrong) =>
        ['nothing', uuidv7(), '%00', '%E0%A4', 'a'.repeat(300)].map((value) =>
          path.replaceAll(/\$(\w+)/g, (_, name: string) => (name === wrong ? value : (named[name] ?? value))),
        ),
      );
    });
    for (const path of missing.flatMap((path) => [path, `${path}/`, path.toUpperCase()])) {
      const { status, text, headers } = await get(path, browser);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(contentOf(text, 'robots')).toBe('noindex');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    for (const path of [
      ...[`/checkout/stripe/${streamId}`, `/chat/${username}`, `/dashboard/viewer/moderation/${username}`],
      ...['/overlay/alerts/token', '/overlay/goal/token', '/overlay/chat/token', `/stream/${streamId}`],
      ...[
        `/dashboard/streamer/vods/${streamId}`,
        `/dashboard/admin/users/${id}`,
        '/dashboard/admin/pages/faq',
      ],
      ...['/dashboard/creator/events/new', `/CHAT/${username}/`, '/About/'],
    ]) {
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 200 });
    }
  });

  it('is the 404 page for a browser that opens a missing file, while scripts and images get a response without HTML', async () => {
    for (const path of ['/index.php', '/assets/app-1234.js', '/images/none.webp', '/s/nobody/show.html']) {
      const page = await get(path, browser);
      expect({ path, status: page.status }).toEqual({ path, status: 404 });
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('<div id="root">');
      for (const accept of ['*/*', 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8']) {
        const { status, headers } = await get(path, { accept });
        expect({ path, status }).toEqual({ path, status: 404 });
        expect(headers.get('content-type')).toMatch('application/problem+json');
      }
    }
    expect((await get('/api/nothing.html', browser)).headers.get('content-type')).toMatch(
      'application/problem+json',
    );
  });

  it('keeps a hidden stream out of search engines, and hides the thumbnail of a mature one', async () => {
    const { id, username } = await streamer({ avatarUrl: '/pictures/a.webp' });
    const hidden = await stream(id, 'Hidden', { ended: true, thumbnail: '/thumbnails/h.webp' });
    await run("update streams set hidden_at = now(), hidden_reason = 'x' where id = $1", hidden.id);
    const { status, text } = await get(`/s/${username}/hidden`);
    expect([status, contentOf(text, 'robots')]).toEqual([200, 'noindex']);
    expect(text).not.toContain('oembed');
    const mature = await stream(id, 'Late', { thumbnail: '/thumbnails/m.webp' });
    await run('update streams set is_mature = true where id = $1', mature.id);
    const late = (await get(`/s/${username}/late`)).text;
    expect(contentOf(late, 'og:image')).toBe(`${SITE}/pictures/a.webp`);
    expect(contentOf(late, 'rating')).toBe('adult');

    const feed = (await get(`/streamer/${username}/feed.xml`)).text;
    expect(feed).toContain('Late');
    expect(feed).not.toContain('Hidden');
    const sitemap = await get('/sitemap/streams.xml');
    expect(sitemap.text).not.toContain('/hidden<');
    expect((await get(`/oembed?url=${SITE}/s/${username}/hidden`)).status).toBe(404);
  });

  it('is left out while the database is unavailable', async () => {
    away = true;
    const { status, text } = await get('/streamer/anybody');
    away = false;
    expect(status).toBe(200);
    expect(text).toContain('<title>River &amp; Co</title>');
    expect(text).not.toContain('<template');
  });

  it('is cached by ETag while it stays the same', async () => {
    const { username } = await streamer();
    const first = await get(`/streamer/${username}`);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    expect((await get(`/streamer/${username}`, { 'if-none-match': etag })).status).toBe(304);
    await run("update profiles set bio = 'New.' where username = $1", username);
    expect((await get(`/streamer/${username}`, { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('many requests for a page', () => {
  it.each([
    ['a channel', (name: string) => `/streamer/${name}`],
    ['a live stream', (name: string) => `/s/${name}/live`],
    ['nobody', () => '/streamer/nobody-at-all'],
    ['Home', () => '/'],
  ])('of %s read the database once in half a second', async (_, pathOf) => {
    const { id, username } = await streamer();
    await stream(id, 'Crowded');
    clock.now += 1000;
    const path = pathOf(username);
    const before = reads;
    const answers = await Promise.all(Array.from({ length: 200 }, (__, i) => getNow(`${path}?visit=${i}`)));
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect(reads - before).toBe(1);
    clock.now += 500;
    await getNow(path);
    expect(reads - before).toBe(2);
  });

  it('show that a stream is hidden after half a second, since no other cache may keep the page', async () => {
    const { id, username } = await streamer();
    const { id: streamId, slug } = await stream(id, 'Seen', { ended: true });
    const path = `/s/${username}/${slug}`;
    expect(contentOf((await get(path)).text, 'robots')).toBeUndefined();
    await run("update streams set hidden_at = now(), hidden_reason = 'x' where id = $1", streamId);
    clock.now += 500;
    const { headers, text } = await getNow(path);
    expect(contentOf(text, 'robots')).toBe('noindex');
    expect(headers.get('cache-control')).toBe('no-cache');
  });
});

it('renders the first screen and data of Home, and escapes titles', async () => {
  featured.push({
    id: uuidv7() as StreamId,
    title: '</script><script>x',
    category: 'Music',
    slug: 'x',
    tags: [],
    language: null,
    isMature: false,
    thumbnailUrl: '/thumbnails/"x.webp',
    currentViewers: 3,
    startedAt: '',
    gate: null,
    playbackUrl: '/live',
    streamer: { id: uuidv7() as UserId, username: 'a', displayName: 'A', avatarUrl: null, isVerified: false },
  });
  const { text } = await get('/');
  expect(text).toContain(
    '<div id="root"><img src="/thumbnails/&quot;x.webp" alt=""><h1>River &amp; Co</h1><p>The rules are public, every moderation action is logged, and anyone can appeal.</p></div>',
  );
  // The image is preloaded before anything that could delay it.
  expect(text).toMatch(
    /<link rel="preload" as="image" href="\/thumbnails\/&quot;x\.webp" fetchpriority="high" \/>\s*<title>/,
  );
  expect(text.match(/<script/g)).toHaveLength(1);
  const data = /<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(text)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual({ 'GET /api/streams/featured': { streams: featured } });
  // The thumbnail of a mature stream is neither on the first screen nor in a shared link.
  const [shown = expect.fail()] = featured;
  featured.unshift({ ...shown, isMature: true, thumbnailUrl: '/thumbnails/mature.webp' });
  const guarded = (await get('/')).text;
  expect(contentOf(guarded, 'og:image')).toContain('x.webp');
  expect(guarded).toContain('<img src="/thumbnails/&quot;x.webp"');
  featured.pop();
  expect(contentOf((await get('/')).text, 'og:image')).toBeUndefined();
  featured.length = 0;
  expect((await get('/')).text).toContain('<div id="root"><h1>');
});

const runningStream = (id: StreamId, streamer: { id: UserId; username: string }): StreamDetail => ({
  state: 'live',
  stream: {
    id,
    title: 'Show',
    category: 'Music',
    slug: 'show',
    source: 'live',
    tags: [],
    language: null,
    isMature: false,
    isHidden: false,
    thumbnailUrl: null,
    currentViewers: 3,
    stopped: false,
    startedAt: '',
    endedAt: null,
    gate: null,
    recording: null,
    playbackUrl: '/live/1/index.m3u8',
    whepUrl: null,
  },
  streamer: { ...streamer, displayName: 'Ada', avatarUrl: null, isVerified: false },
});

type RecordingDetail = NonNullable<NonNullable<StreamDetail['stream']>['recording']>;
const recordingOf = (more: Partial<RecordingDetail>): RecordingDetail => ({
  startsAt: '',
  durationMs: 60_000,
  isPrivate: false,
  views: 0,
  description: '',
  chapters: [],
  captions: [],
  storyboard: null,
  downloadUrl: null,
  playbackUrl: null,
  ...more,
});

it('renders the data of a stream’s page, and its video if it plays for every viewer', async () => {
  const { id, username } = await streamer();
  const running = runningStream((await stream(id, 'Show')).id, { id, username });
  const shown = async (change: Partial<StreamDetail['stream'] & object>) => {
    details.push({ ...running, stream: running.stream && { ...running.stream, ...change } });
    const { text } = await get(`/s/${username}/show`);
    const data = /id="first-data">(.*?)<\/script>/.exec(text)?.[1] ?? '';
    return {
      root: /<div id="root">(.*?)<\/div>/.exec(text)?.[1],
      preloaded: /<link rel="preload" as="fetch" href="(.*?)" crossorigin="" \/>\s*<title>/.exec(text)?.[1],
      preloadsApp: text.includes('/assets/app.js'),
      data: JSON.parse(data)[`GET /api/streamers/${username}/streams/show`],
    };
  };
  expect(await shown({})).toEqual({
    root: '<video data-playback-url="/live/1/index.m3u8" data-recording-id=""></video>',
    preloaded: '/live/1/index.m3u8',
    // Preloading would take bandwidth and processor time from the stream.
    preloadsApp: false,
    data: running,
  });
  const playbackUrl = '/recordings/1/index.m3u8';
  const recorded = { playbackUrl: null, recording: recordingOf({ playbackUrl }) };
  expect(await shown(recorded)).toMatchObject({
    root: `<video data-playback-url="${playbackUrl}" data-recording-id="${running.stream?.id}"></video>`,
    preloaded: playbackUrl,
  });
  const storyboard = {
    url: '/recordings/1/storyboard/whole',
    intervalMs: 5000,
    tiles: 12,
    columns: 5,
    rows: 5,
  };
  const withVideo = await shown({ ...recorded, recording: recordingOf({ playbackUrl, storyboard }) });
  expect(withVideo.preloaded).toContain('/recordings/1/video.m3u8');
  // A mature stream loads nothing before the viewer consents, and an ended one has nothing to play.
  const nothing = { root: '', preloaded: undefined, preloadsApp: true };
  expect(await shown({ isMature: true })).toMatchObject({ ...nothing, data: { stream: { isMature: true } } });
  expect(await shown({ playbackUrl: null })).toMatchObject(nothing);
  expect(await shown({ ...recorded, isMature: true })).toMatchObject(nothing);
  const hiddenRecording = recordingOf({ playbackUrl, isPrivate: true });
  expect(await shown({ playbackUrl: null, recording: hiddenRecording })).toMatchObject(nothing);
});

it.each([
  [
    'of a channel',
    (username: string) => [`/embed/${username}`, `GET /api/streamers/${username}/streams/live`],
  ],
  ['of a stream', (_: string, id: string) => [`/embed/stream/${id}`, `GET /api/streams/${id}`]],
])('renders the data and the video of an embedded player %s', async (_of, pathOf) => {
  const { id, username } = await streamer();
  const { id: streamId } = await stream(id, 'Show');
  const [path = '', request = ''] = pathOf(username, streamId);
  const detail = runningStream(streamId, { id, username });
  details.push(detail);
  const { text } = await get(path);
  expect(text).toContain('<video class="embed" data-playback-url="/live/1/index.m3u8"></video>');
  const data = /id="first-data">(.*?)<\/script>/.exec(text)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual({ [request]: detail });
});

it('lets other sites frame the embedded player and no other page', async () => {
  const { username } = await streamer();
  const embed = (await get(`/embed/${username}`)).headers;
  expect(embed.get('content-security-policy')).toMatch(/frame-ancestors \*/);
  expect(embed.get('x-frame-options')).toBeNull();
  for (const path of ['/', `/streamer/${username}`, '/embedded', '/embed', '/dashboard/embed/x']) {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  }
});

it('answers oEmbed in JSON and XML within the requested size', async () => {
  const { id, username } = await streamer({ displayName: 'Ada & <Bo>' });
  const shown = await stream(id, 'Show', { thumbnail: '/thumbnails/s.webp' });
  const ask = (address: string, more = '') => get(`/oembed?url=${encodeURIComponent(address)}${more}`);
  const video = JSON.parse((await ask(`${SITE}/s/${username}/show`, '&maxwidth=400&maxheight=100')).text);
  expect(video).toMatchObject({
    version: '1.0',
    type: 'video',
    title: 'Show',
    author_name: 'Ada & <Bo>',
    provider_name: 'River & Co',
    width: 177,
    height: 99,
    thumbnail_url: `${SITE}/thumbnails/s.webp`,
  });
  expect(video.html).toContain(`src="${SITE}/embed/stream/${shown.id}"`);
  const channel = JSON.parse((await ask(`${SITE}/streamer/${username}`)).text);
  expect(channel).toMatchObject({ width: 640, height: 360 });
  expect(channel.html).toContain(`src="${SITE}/embed/${username}" title="Ada &amp; &lt;Bo&gt;"`);
  const xml = await ask(`${SITE}/streamer/${username}`, '&format=xml');
  expect(xml.headers.get('content-type')).toMatch(/^text\/xml/);
  expect(xml.text).toContain('<author_name>Ada &amp; &lt;Bo&gt;</author_name>');
  for (const path of ['/streamer/%00', '/streamer/%E0%A4', '/s/%00/x']) {
    expect((await ask(SITE + path)).status).toBe(404);
  }
  expect((await ask('https://elsewhere.example/s/a/b')).status).toBe(404);
  expect((await ask(`${SITE}/about`)).status).toBe(404);
  expect((await get('/oembed')).status).toBe(404);
});

it('serves feeds of the streams and events of a channel', async () => {
  const { id, username } = await streamer({ bio: 'I sing \u0001& <play>.' });
  const shown = await stream(id, 'Show ]]> & more', { ended: true });
  const event = uuidv7();
  await run(
    `insert into ppv_events (id, creator_id, title, event_date, duration_minutes, price_cents, timezone, status, created_at)
     values ($1, $2, 'Gala', '2026-12-31 20:00Z', 90, 500, 'Europe/Paris', 'published', '2026-05-01 09:00Z')`,
    ...[event, id],
  );
  const streams = await get(`/streamer/${username}/feed.xml`);
  expect(streams.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  expect(streams.text).toContain(`<guid isPermaLink="false">${SITE}/stream/${shown.id}</guid>`);
  expect(streams.text).not.toContain('\u0001');
  const events = (await get(`/streamer/${username}/events.xml`)).text;
  expect(events).toContain(`${SITE}/events/${event}`);
  expect(events).toContain('<pubDate>Fri, 01 May 2026 09:00:00 GMT</pubDate>');
  // Dates are in the event's time zone.
  expect(events).toContain('Thursday, December 31, 2026 at 9:00 PM (Europe/Paris), 90 minutes.');
  expect((await get('/streamer/nobody/feed.xml')).status).toBe(404);
});

it('limits the requests of a network for long sitemaps', async () => {
  const request = async () => (await fetch(`${url}/sitemap/streamers.xml`)).status;
  const statuses = await Promise.all(Array.from({ length: 31 }, request));
  expect(statuses.toSorted()).toEqual([...Array<number>(30).fill(200), 429]);
});

it('lists every streamer and stream in sitemaps, in chunks without gaps', async () => {
  const { rows } = await run('select count(*)::int as count from streamer_data');
  const sitemap = createSitemap(db, SITE, 2);
  const index = await sitemap.index();
  const chunks = [...index.matchAll(/\/sitemap\/streamers\.xml(?:\?after=([^<]*))?</g)].map(
    (match) => match[1] ?? null,
  );
  const listed = await Promise.all(chunks.map((after) => sitemap.chunk('streamers', after)));
  const found = listed.flatMap((xml) =>
    [...xml.matchAll(/<loc>([^<]*)<\/loc><lastmod>/g)].map((match) => match[1]),
  );
  expect(new Set(found).size).toBe(found.length);
  // All streamers except the banned one are listed.
  expect(found).toHaveLength(rows[0].count - 1);
  expect((await get('/robots.txt')).text).toContain(`Sitemap: ${SITE}/sitemap.xml`);
});

it('describes a clip and offers its player to other sites, unless its stream is gated', async () => {
  const { id, username } = await streamer();
  const past = await stream(id, 'Regatta', { ended: true, thumbnail: '/thumbnails/clip.webp' });
  const clip = uuidv7();
  await run(
    `insert into clips (id, stream_id, streamer_id, creator_id, title, offset_ms, duration_ms, byte_length)
     values ($1, $2, $3, $3, 'The finish', 400, 12000, 1)`,
    ...[clip, past.id, id],
  );
  const { text } = await get(`/clips/${clip}`);
  expect(text).toContain('<title>The finish · Ada · River &amp; Co</title>');
  expect(contentOf(text, 'og:video')).toBe(`${SITE}/embed/clip/${clip}`);
  expect(text).toContain('"duration":"PT12S"');
  const oembed = `/oembed?url=${encodeURIComponent(`${SITE}/clips/${clip}`)}`;
  expect(JSON.parse((await get(oembed)).text)).toMatchObject({
    title: 'The finish',
    author_url: `${SITE}/streamer/${username}`,
  });
  expect((await get(`/clips/${uuidv7()}`)).status).toBe(404);
  await run("update streams set gate_kind = 'event', gate_id = $2 where id = $1", past.id, uuidv7());
  expect((await get(`/clips/${clip}`)).text).not.toContain('og:video');
  expect((await get(oembed)).status).toBe(404);
});

describe('a recording that everybody may watch', () => {
  const made = async (title: string, visibility?: string) => {
    const { id, username } = await streamer();
    const past = await stream(id, title, { ended: true, thumbnail: `/thumbnails/${title}.webp` });
    await record(past.id, visibility);
    return { ...past, username, path: `/s/${username}/${past.slug}` };
  };

  it('has Open Graph tags and a VideoObject with its length, date, player and file', async () => {
    const { id, path } = await made('regatta');
    const { text } = await get(path);
    expect(contentOf(text, 'og:video')).toBe(`${SITE}/embed/stream/${id}`);
    expect(text).toContain(`content="${SITE}/recordings/${id}/index.m3u8"`);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'VideoObject',
      duration: 'PT5400S',
      uploadDate: '2026-05-04T22:00:00.000Z',
      thumbnailUrl: [`${SITE}/thumbnails/regatta.webp`],
      embedUrl: `${SITE}/embed/stream/${id}`,
    });
  });

  it('is in the feed of its channel with an enclosure for podcast apps, which is a file if downloads are allowed', async () => {
    const { id, username } = await made('harbor');
    const { text } = await get(`/streamer/${username}/feed.xml`);
    expect(text).toContain(
      `<enclosure url="${SITE}/recordings/${id}/index.m3u8" type="application/vnd.apple.mpegurl" length="0"/><itunes:duration>5400</itunes:duration>`,
    );
    await db.pool.query('update recordings set allows_download = true where stream_id = $1', [id]);
    const allowed = await get(`/streamer/${username}/feed.xml`);
    expect(allowed.text).toContain(
      `<enclosure url="${SITE}/recordings/${id}/download.mp4" type="video/mp4" length="0"/>`,
    );
    const known = 'has_video = false, download_byte_length = 5000000000';
    await db.pool.query(`update recordings set ${known} where stream_id = $1`, [id]);
    const sound = await get(`/streamer/${username}/feed.xml`);
    expect(sound.text).toContain(
      `<enclosure url="${SITE}/recordings/${id}/download.mp4" type="audio/mp4" length="5000000000"/>`,
    );
  });

  it('is a video in the sitemap', async () => {
    const { id } = await made('lagoon');
    const xml = await createSitemap(db, SITE).chunk('streams', null);
    expect(xml).toContain(`<video:player_loc>${SITE}/embed/stream/${id}</video:player_loc>`);
    expect(xml).toContain('<video:title>lagoon</video:title>');
  });

  it('is described by its streamer’s text, and an upload is not called a stream', async () => {
    const { id, path, username } = await made('canal');
    const sitemap = () => createSitemap(db, SITE).chunk('streams', null);
    expect(contentOf((await get(path)).text, 'og:description')).toMatch(
      /^Ada streamed Music .* Watch the rec/,
    );
    await run("update streams set source = 'upload' where id = $1", id);
    expect(contentOf((await get(path)).text, 'og:description')).toBe(
      'A video in Music by Ada on River &amp; Co.',
    );
    expect(await sitemap()).toContain('<video:description>Music by Ada.</video:description>');
    await run("update recordings set description = 'Locks & boats' where stream_id = $1", id);
    expect(contentOf((await get(path)).text, 'og:description')).toBe('Locks &amp; boats');
    expect((await get(`/streamer/${username}/feed.xml`)).text).toContain(
      '<description>Locks &amp; boats</description>',
    );
    expect(await sitemap()).toContain('<video:description>Locks &amp; boats</video:description>');
  });

  it('has neither a title nor a thumbnail while it is a private upload', async () => {
    const { id } = await made('secret', 'private');
    await run("update streams set source = 'upload', is_published = false where id = $1", id);
    const { text } = await get(`/stream/${id}`);
    expect(text).toContain('<title>Private video · Ada');
    expect(text).not.toContain('secret');
  });

  it('is not described, in a feed or in a sitemap while it is unlisted, private or gated', async () => {
    const hidden = [
      await made('unlisted', 'unlisted'),
      await made('private', 'private'),
      await made('gated'),
    ];
    await run("update streams set gate_kind = 'event', gate_id = $2 where id = $1", hidden[2]?.id, uuidv7());
    const xml = await createSitemap(db, SITE).chunk('streams', null);
    for (const { id, path, username } of hidden) {
      expect((await get(path)).text).not.toContain('og:video');
      expect((await get(`/streamer/${username}/feed.xml`)).text).not.toContain('.m3u8');
      expect(xml).not.toContain(id);
    }
  });
});

describe('the language of a request', () => {
  it('is that of the title, the description and the locale of a page', async () => {
    const { id, username } = await streamer();
    const { slug } = await stream(id, 'Flut', { ended: true });
    const path = `/s/${username}/${slug}`;
    const german = await get(path, { 'accept-language': 'de-AT, en;q=0.5' });
    expect(german.text).toContain('<html lang="de" dir="ltr">');
    expect(contentOf(german.text, 'description')).toBe(
      'Ada hat bis zum 4. Mai 2026 auf River &amp; Co Music gestreamt.',
    );
    expect(contentOf(german.text, 'og:locale')).toBe('de_DE');
    expect(german.headers.get('vary')).toContain('accept-language');
    const { text } = await get(path, { 'accept-language': 'en' });
    expect(text).toContain('<html lang="en">');
    expect(contentOf(text, 'description')).toBe('Ada streamed Music on River &amp; Co until May 4, 2026.');
    expect(contentOf(text, 'og:locale')).toBe('en_US');
  });

  it('turns pages from right to left, with the first screen in their language', async () => {
    const { text } = await get('/', { 'accept-language': 'ar' });
    expect(text).toContain('<html lang="ar" dir="rtl">');
    expect(text).toContain('<p>القواعد معلنة');
    expect(contentOf(text, 'description')).toBe('فيديو مباشر يملكه من يصنعونه.');
    expect((await get('/faq', { 'accept-language': 'ja' })).text).toContain('<title>よくある質問 · River');
  });

  it('is that of a feed', async () => {
    const { username } = await streamer();
    const { text, headers } = await get(`/streamer/${username}/feed.xml`, { 'accept-language': 'fr' });
    expect(text).toContain('Directs de Ada');
    expect(text).toMatch(/<language>(?:<!\[CDATA\[)?fr/);
    expect(headers.get('vary')).toContain('accept-language');
  });
});
