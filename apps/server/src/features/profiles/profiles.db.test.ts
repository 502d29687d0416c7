import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Profile } from '@tributary/contracts/profiles';
import { IMAGE_MAX_BYTES, type Problem, type UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createChannelsService } from '#features/channels/index.ts';
import { createUsers } from '#features/identity/index.ts';
import { createHttpApp, openHttpListener } from '#platform/http/index.ts';
import { createImages } from '#platform/images/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createDiskStorage, type Storage } from '#platform/storage/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createProfiles } from './index.ts';

const db = await createTestDatabase();
const users = createUsers(db);
const directory = await mkdtemp(join(tmpdir(), 'tributary-profiles-'));
afterAll(() => rm(directory, { recursive: true, force: true }));

let made = 0;
async function account() {
  const username = `person-${++made}`;
  const { id } = await users.create({ username, email: `${username}@example.org` });
  return { id, username };
}

/** Starts the feature behind the real HTTP server; requests authenticate with the header `x-user`. */
async function serve() {
  const log = createLog('silent');
  const listener = await openHttpListener({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${listener.port}`;
  const root = join(directory, `storage-${listener.port}`);
  const http = await createHttpApp({
    listener,
    log,
    authenticator: {
      async authenticate({ headers }) {
        const profile = headers['x-user'] ? await users.find(String(headers['x-user']) as UserId) : null;
        if (!profile) return null;
        const caller = { userId: profile.id, roles: profile.roles, sessionId: '' };
        return caller;
      },
    },
    instanceName: 'Test',
    version: '0',
    publicUrl: url,
    trustProxy: [],
    webRoot: directory,
  });
  const images = createImages({ storage: createDiskStorage(root), db, log });
  const profiles = createProfiles({
    db,
    replica: db,
    users,
    images,
    channels: createChannelsService({
      db,
      users,
      rtmpUrl: 'rtmp://x/live',
      streamKeySecret: 'a secret of the tests',
    }),
  });
  await profiles.routes?.(http);
  await images.routes?.(http);
  await http.ready();
  listener.open();
  onTestFinished(async () => {
    await images.close();
    await listener.close(0);
    await http.close();
  });
  const send = async (
    id: UserId | null,
    method: string,
    path: string,
    body?: string | Uint8Array,
    type?: string,
  ) => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(id && { 'x-user': id }), ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      json: <T>() => JSON.parse(bytes.toString()) as T,
    };
  };
  const patch = (id: UserId, body: object) =>
    send(id, 'PATCH', '/api/me/profile', JSON.stringify(body), 'application/json');
  const files = () => readdir(join(root, 'pictures')).catch(() => []);
  return { send, patch, files, profiles, images };
}

/** Draws an image whose left half is red and whose right half is blue. */
function image(width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f00';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = '#00f';
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas.encode(format as 'png');
}

it('shows a profile to every visitor, and changes only the given fields', async () => {
  const { send, patch } = await serve();
  const { id, username } = await account();
  const links = ['https://example.org/ann', 'https://video.example'];
  expect((await patch(id, { bio: 'I sing.', links })).status).toBe(200);
  expect((await patch(id, { displayName: ' Ann ' })).json<Profile>()).toMatchObject({
    bio: 'I sing.',
    links,
  });
  const shown = (await send(null, 'GET', `/api/profiles/${username.toUpperCase()}`)).json<Profile>();
  expect(shown).toEqual({
    id,
    username,
    featuredVideoId: null,
    displayName: 'Ann',
    bio: 'I sing.',
    links,
    avatarUrl: null,
    bannerUrl: null,
    isStreamer: false,
    isVerified: false,
  });
  const { rows } = await db.pool.query(
    'select updated_at > created_at as changed from profiles where id = $1',
    [id],
  );
  expect(rows).toEqual([{ changed: true }]);
  expect((await send(null, 'GET', `/api/users/${id}/profile`)).json<Profile>()).toEqual(shown);
  for (const path of ['/api/profiles/nobody', `/api/users/${uuidv7()}/profile`])
    expect((await send(null, 'GET', path)).json<Problem>()).toMatchObject({
      code: 'profile_not_found',
      title: 'Profile not found',
    });
  await db.transact((tx) => users.ban(tx, id, { reason: null }));
  for (const path of [`/api/profiles/${username}`, `/api/users/${id}/profile`])
    expect((await send(null, 'GET', path)).status).toBe(404);
});

it('features a video of the own channel, keeps it while other fields change, and refuses others’ videos', async () => {
  const { patch, send } = await serve();
  const { id, username } = await account();
  const { id: other } = await account();
  for (const [streamer, name] of [
    [id, 'own'],
    [other, 'theirs'],
  ]) {
    await db.pool.query(
      'insert into streamer_data (user_id, stream_key, stream_key_hash) select $1::uuid, $1::text, sha256($1::text::bytea)',
      [streamer],
    );
    await db.pool.query(
      `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at)
       values ($1::uuid, $1::uuid, 'A show', 'Music', $2, 'ended', now(), now(), now())`,
      [streamer, name],
    );
  }
  expect((await patch(id, { featuredVideoId: id })).status).toBe(200);
  expect((await patch(id, { links: ['https://example.org/'] })).status).toBe(200);
  const shown = async () =>
    (await send(null, 'GET', `/api/profiles/${username}`)).json<Profile>().featuredVideoId;
  expect(await shown()).toBe(id);
  expect((await patch(id, { featuredVideoId: other })).json<Problem>().code).toBe('video_not_found');
  await db.pool.query('delete from streams where id = $1', [id]);
  expect(await shown()).toBeNull();
});

it.each([
  [{ displayName: '' }, '/displayName'],
  [{ bio: 'x'.repeat(2001) }, '/bio'],
  [{ links: ['http://example.org'] }, '/links/0'],
  [{ links: ['https://example.org', 'javascript:alert(1)'] }, '/links/1'],
  [{ links: ['https://bank.example@evil.example/'] }, '/links/0'],
  [{ links: Array.from({ length: 9 }, (_, i) => `https://example.org/${i}`) }, '/links'],
])('refuses %j and names the field %s', async (body, pointer) => {
  const { patch } = await serve();
  const answer = await patch((await account()).id, body);
  expect(answer.status).toBe(422);
  expect(new Set(answer.json<Problem>().errors?.map((error) => error.pointer))).toEqual(new Set([pointer]));
});

it('crops an uploaded image to its center at our size, caches it forever, and deletes the previous one', async () => {
  const { send, files } = await serve();
  const { id } = await account();
  const first = (await send(id, 'PUT', '/api/me/avatar', await image(900, 300), 'image/png')).json<Profile>();
  expect(first.avatarUrl).toMatch(/^\/pictures\/[0-9a-f]{32}-[0-9a-f]{16}\.webp$/);

  const served = await send(null, 'GET', first.avatarUrl ?? '');
  expect(Object.fromEntries(served.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const shown = await loadImage(served.bytes);
  expect([shown.width, shown.height]).toEqual([512, 512]);
  const canvas = createCanvas(512, 512);
  const context = canvas.getContext('2d');
  context.drawImage(shown, 0, 0);
  expect(context.getImageData(10, 250, 1, 1).data[0]).toBeGreaterThan(200);
  expect(context.getImageData(500, 250, 1, 1).data[2]).toBeGreaterThan(200);

  const second = await send(id, 'PUT', '/api/me/avatar', await image(100, 100, 'webp'), 'image/webp');
  expect(await files()).toEqual([second.json<Profile>().avatarUrl?.slice('/pictures/'.length)]);
  expect((await send(null, 'GET', first.avatarUrl ?? '')).status).toBe(404);

  const banner = await send(id, 'PUT', '/api/me/banner', await image(640, 480, 'jpeg'), 'image/jpeg');
  const wide = await loadImage((await send(null, 'GET', banner.json<Profile>().bannerUrl ?? '')).bytes);
  expect([wide.width, wide.height]).toEqual([1600, 400]);
  await send(id, 'DELETE', '/api/me/banner');
  expect((await send(id, 'DELETE', '/api/me/avatar')).json<Profile>()).toMatchObject({
    avatarUrl: null,
    bannerUrl: null,
  });
  expect(await files()).toEqual([]);
});

it('deletes files that a process stored but did not reference before it ended', async () => {
  const { send, files, images } = await serve();
  const { id } = await users.create({ username: 'sweeper', email: 'sweeper@example.org' });
  await send(id, 'PUT', '/api/me/avatar', await image(300, 300), 'image/png');
  const kept = await files();
  await images.store(await image(400, 300), 'banner');
  expect(await files()).toHaveLength(2);
  await images.purgeUnclaimed();
  expect(await files()).toHaveLength(2);
  await db.pool.query("update unclaimed_images set since = since - interval '2 hours'");
  await images.purgeUnclaimed();
  expect(await files()).toEqual(kept);
  expect((await db.pool.query('select from unclaimed_images')).rowCount).toBe(0);
});

it('stops deleting unreferenced files when it closes, after the current one', async () => {
  await db.pool.query(
    "insert into unclaimed_images (url, since) values ('/pictures/a.webp', 'epoch'), ('/pictures/b.webp', now() - interval '2 hours')",
  );
  const [begun, disk] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const storage: Storage = {
    put: () => disk.promise,
    append: () => disk.promise,
    get: async () => null,
    list: async () => ({ objects: [], cursor: null }),
    delete: () => {
      begun.resolve();
      return disk.promise;
    },
  };
  const images = createImages({ storage, db, log: createLog('silent') });
  await begun.promise;
  const closed = images.close();
  disk.resolve();
  await closed;
  const { rows } = await db.pool.query('delete from unclaimed_images returning url');
  expect(rows).toEqual([{ url: '/pictures/b.webp' }]);
});

it('rotates a photo by its EXIF orientation and removes all other metadata', async () => {
  const { send } = await serve();
  const { id } = await account();
  const jpeg = await image(400, 400, 'jpeg');
  // APP1: EXIF, little-endian, orientation 6 (a quarter turn), then private text.
  const tags = Buffer.from(
    '45786966000049492a00080000000100120103000100000006000000000000007365637265742077686572652069742077617320',
    'hex',
  );
  const length = Buffer.alloc(2);
  length.writeUInt16BE(tags.length + 2);
  const photo = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    length,
    tags,
    jpeg.subarray(2),
  ]);
  const { avatarUrl } = (await send(id, 'PUT', '/api/me/avatar', photo, 'image/jpeg')).json<Profile>();
  const { bytes } = await send(null, 'GET', avatarUrl ?? '');
  expect(bytes.includes('secret')).toBe(false);
  expect(bytes.includes('EXIF')).toBe(false);
  const canvas = createCanvas(512, 512);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(bytes), 0, 0);
  // The left side of the photo is now at the top.
  expect(context.getImageData(256, 20, 1, 1).data[0]).toBeGreaterThan(200);
  expect(context.getImageData(256, 490, 1, 1).data[2]).toBeGreaterThan(200);
});

it('refuses files that are not images, too large or damaged, and keeps serving', async () => {
  const { send, files } = await serve();
  const { id } = await account();
  const put = async (bytes: Uint8Array, type = 'image/png') => {
    const answer = await send(id, 'PUT', '/api/me/avatar', bytes, type);
    return [answer.status, answer.json<Problem>().code];
  };
  expect(await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([
    422,
    'image_unreadable',
  ]);
  expect(await put(Buffer.alloc(0))).toEqual([422, 'image_unreadable']);

  // This file of a few bytes declares 60,000 pixels a side.
  const bomb = Buffer.from(await image(8, 8));
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  expect(await put(bomb)).toEqual([422, 'image_too_large']);

  const damaged = Buffer.from(await image(64, 64));
  damaged.fill(0xa5, 40);
  expect(await put(damaged)).toEqual([422, 'image_unreadable']);

  expect(await put(Buffer.alloc(IMAGE_MAX_BYTES + 1))).toEqual([413, 'body_too_large']);
  expect(await put(await image(8, 8), 'image/svg+xml')).toEqual([415, 'unsupported_media_type']);
  expect(await put(await image(8, 8), 'text/html')).toEqual([415, 'unsupported_media_type']);
  expect((await send(null, 'PUT', '/api/me/avatar', await image(8, 8), 'image/png')).status).toBe(401);
  // No other endpoint accepts a file.
  expect((await send(id, 'PATCH', '/api/me/profile', await image(8, 8), 'image/png')).status).toBe(415);

  expect((await put(await image(8, 8)))[0]).toBe(200);
  expect(await files()).toHaveLength(1);
});

it('deletes the files of a deleted account after the commit', async () => {
  const { send, files, profiles } = await serve();
  const { id } = await account();
  await send(id, 'PUT', '/api/me/avatar', await image(20, 20), 'image/png');
  await send(id, 'PUT', '/api/me/banner', await image(20, 20), 'image/png');
  const failing = db.transact(async (tx, onCommit) => {
    await profiles.deleteUserData?.(tx, id, onCommit);
    throw new Error('something later in the transaction');
  });
  await expect(failing).rejects.toThrow('something later');
  expect(await files()).toHaveLength(2);
  await db.transact(async (tx, onCommit) => profiles.deleteUserData?.(tx, id, onCommit));
  expect(await files()).toEqual([]);
});
