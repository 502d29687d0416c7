import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import type { StreamSettings, StreamSettingsEdit } from '@tributary/contracts/channels';
import { type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createUsers } from '#features/identity/index.ts';
import { openEvents } from '#platform/events/index.ts';
import { createImages } from '#platform/images/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createDiskStorage } from '#platform/storage/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { streamKeyRotated, streamSettingsChanged } from './channels.events.ts';
import { createChannelsService } from './channels.service.ts';
import { generateStreamKey } from './stream-key.ts';
import { createStreamThumbnails } from './stream-thumbnails.ts';

const db = await createTestDatabase();
const users = createUsers(db);
const options = { db, users, rtmpUrl: 'rtmp://127.0.0.1/live', streamKeySecret: 'a secret of the tests' };
const channels = createChannelsService(options);

let nextPerson = 0;
async function viewer(): Promise<{ id: UserId; username: string }> {
  const username = `user-${++nextPerson}`;
  const { id } = await users.create({ username, email: `${username}@example.org` });
  return { id, username };
}

async function streamer() {
  const made = await viewer();
  await channels.upgrade(made.id);
  return made;
}

describe('becoming a streamer', () => {
  it('grants the role and creates a channel with zero totals and a key', async () => {
    const { id } = await viewer();
    expect(await channels.streamerDataOf(id)).toBeNull();
    const data = await channels.upgrade(id);
    expect(data).toEqual({
      totalEarnings: 0,
      totalViews: 0,
      totalDonations: 0,
      rtmpKey: 'rtmp://127.0.0.1/live',
      streamKey: `live_${id.slice(0, 8)}_${'•'.repeat(12)}`,
      isVerified: false,
      verificationBadgeUrl: null,
    });
    expect(await channels.streamerDataOf(id)).toEqual(data);
    expect((await users.find(id))?.roles).toEqual(['streamer', 'viewer']);
  });

  it('happens once, however many requests run concurrently', async () => {
    const { id } = await viewer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => channels.upgrade(id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { rows } = await db.pool.query('select stream_key from streamer_data where user_id = $1', [id]);
    expect(rows).toHaveLength(1);
    const { streamKey } = await channels.ingestAccess(id);
    await channels.upgrade(id);
    expect((await channels.ingestAccess(id)).streamKey).toBe(streamKey);
  });

  it('grants no role if creating the channel fails', async () => {
    const { id } = await viewer();
    await db.pool.query(
      `alter table streamer_data add constraint refused check (user_id <> '${id}') not valid`,
    );
    onTestFinished(
      async () => void (await db.pool.query('alter table streamer_data drop constraint refused')),
    );
    await expect(channels.upgrade(id)).rejects.toThrow();
    expect((await users.find(id))?.roles).toEqual(['viewer']);
  });
});

describe('the stream key', () => {
  it('is not stored in plain text', async () => {
    const { id } = await streamer();
    const { streamKey } = await channels.ingestAccess(id);
    const { rows } = await db.pool.query('select * from streamer_data where user_id = $1', [id]);
    const text = JSON.stringify(rows, (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value).toString('latin1') : value,
    );
    expect(text).not.toContain(streamKey);
    expect(text).not.toContain(streamKey.slice(-40));
  });

  it('identifies its owner', async () => {
    const { id, username } = await streamer();
    const { streamKey } = await channels.ingestAccess(id);
    expect(await channels.authorizeKey(streamKey)).toEqual({
      userId: id,
      username,
      displayName: username,
      banned: false,
      settings: {
        title: `Live with ${username}`,
        category: 'Gaming',
        tags: [],
        isMature: false,
        language: null,
        thumbnailUrl: null,
      },
    });
  });

  it('identifies no owner if it is invalid', async () => {
    const { id } = await streamer();
    const { streamKey } = await channels.ingestAccess(id);
    for (const wrong of [
      '',
      'live',
      streamKey.slice(0, -1),
      `${streamKey}0`,
      streamKey.toUpperCase(),
      '\0',
      "' or 1=1",
      'x'.repeat(70_000),
    ]) {
      expect(await channels.authorizeKey(wrong)).toBeNull();
    }
  });

  it('is looked up only if it has the format of a stream key', async () => {
    const unavailable = { ...db, read: () => Promise.reject(new Error('a query')) };
    const offline = createChannelsService({ ...options, db: unavailable });
    const key = generateStreamKey((await viewer()).id);
    for (const wrong of ['', 'live_guess', key.slice(1), `${key}0`, `${key}\n`, 'x'.repeat(70_000)]) {
      expect(await offline.authorizeKey(wrong)).toBeNull();
      expect(await offline.previousKeyOwner(wrong)).toBeNull();
    }
    await expect(offline.authorizeKey(key)).rejects.toThrow('a query');
    await expect(offline.previousKeyOwner(key)).rejects.toThrow('a query');
  });

  it('is invalid for a banned account or one that is no longer a streamer', async () => {
    const [bad, retired] = [await streamer(), await streamer()];
    await db.transact((tx) => users.ban(tx, bad.id, { reason: null }));
    expect(await channels.authorizeKey((await channels.ingestAccess(bad.id)).streamKey)).toMatchObject({
      banned: true,
    });
    await db.transact((tx) => users.revokeRole(tx, retired.id, 'streamer'));
    expect(await channels.authorizeKey((await channels.ingestAccess(retired.id)).streamKey)).toBeNull();
  });

  it('is replaced at once, with an event', async () => {
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const heard = Promise.withResolvers<unknown>();
    events.on(streamKeyRotated, heard.resolve);
    const { id } = await streamer();
    const old = await channels.ingestAccess(id);
    const fresh = await channels.rotateKey(id);
    expect(await heard.promise).toEqual({ userId: id });
    expect(await channels.authorizeKey(old.streamKey)).toBeNull();
    expect(await channels.previousKeyOwner(old.streamKey)).toBe(id);
    expect(await channels.previousKeyOwner(fresh.streamKey)).toBeNull();
    expect(await channels.authorizeKey(fresh.streamKey)).toMatchObject({ userId: id });
    expect(await channels.ingestAccess(id)).toEqual(fresh);
  });

  it('leaves exactly one valid key after concurrent rotations', async () => {
    const { id } = await streamer();
    const keys = await Promise.all(Array.from({ length: 6 }, () => channels.rotateKey(id)));
    const valid = await Promise.all(keys.map(({ streamKey }) => channels.authorizeKey(streamKey)));
    expect(valid.filter((owner) => owner !== null)).toHaveLength(1);
  });

  it('cannot be decrypted with another secret, but can be rotated', async () => {
    const { id } = await streamer();
    const other = createChannelsService({ ...options, streamKeySecret: 'the secret was lost' });
    await expect(other.ingestAccess(id)).rejects.toThrow(/STREAM_KEY_SECRET/);
    const { streamKey } = await other.rotateKey(id);
    expect(await other.ingestAccess(id)).toMatchObject({ streamKey });
  });

  it("cannot be decrypted in another user's row", async () => {
    const [a, b] = [await streamer(), await streamer()];
    await db.pool.query(
      'update streamer_data set stream_key = (select stream_key from streamer_data where user_id = $1) where user_id = $2',
      [a.id, b.id],
    );
    await expect(channels.ingestAccess(b.id)).rejects.toThrow(/cannot be decrypted/);
  });
});

describe('a channel', () => {
  it('stores the settings of its streams and publishes changes', async () => {
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const heard = Promise.withResolvers<unknown>();
    events.on(streamSettingsChanged, heard.resolve);
    const { id } = await streamer();
    // The longest title, which has to fit into a notification.
    const edit: StreamSettingsEdit = {
      title: '🎧'.repeat(70),
      category: 'Music',
      tags: Array.from({ length: 8 }, (_, i) => `${i}${'ü'.repeat(23)}`),
      isMature: true,
      language: 'de',
    };
    const settings = { ...edit, thumbnailUrl: null };
    expect(await channels.putSettings(id, edit)).toEqual(settings);
    expect(await heard.promise).toEqual({ userId: id, settings });
    expect(await channels.settings(id)).toEqual(settings);
    // A client that knows no languages keeps the stated one, and null takes it back.
    const { language: _, ...others } = edit;
    expect(await channels.putSettings(id, others)).toEqual(settings);
    expect(await channels.putSettings(id, { ...edit, language: null })).toMatchObject({ language: null });
  });

  it('has its own thumbnail until that is removed, and keeps the file while a stream shows it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'tributary-channels-'));
    const storage = createDiskStorage(directory);
    const images = createImages({ storage, db, log: createLog('silent') });
    onTestFinished(async () => {
      await images.close();
      await rm(directory, { recursive: true, force: true });
    });
    const shown = new Set<string>();
    const thumbnails = createStreamThumbnails({ db, images });
    thumbnails.addUse(async (_id, url) => shown.has(url));
    const { id } = await streamer();
    const thumbnail = createCanvas(64, 64).toBuffer('image/png');
    const [first, second] = [await thumbnails.set(id, thumbnail), await thumbnails.set(id, thumbnail)];
    const there = async ({ thumbnailUrl }: StreamSettings) => {
      const object = await storage.get(String(thumbnailUrl).slice(1));
      object?.stream.destroy();
      return object !== null;
    };
    expect([await there(first), await there(second)]).toEqual([false, true]);
    expect((await channels.settings(id)).thumbnailUrl).toBe(second.thumbnailUrl);
    shown.add(String(second.thumbnailUrl));
    expect((await thumbnails.set(id, null)).thumbnailUrl).toBeNull();
    expect(await there(second)).toBe(true);
    await expect(thumbnails.set((await viewer()).id, thumbnail)).rejects.toMatchObject({
      code: 'not_a_streamer',
    });
    expect(await readdir(join(directory, 'pictures'))).toHaveLength(1);
  });

  it('falls back to a default for a category that no longer exists', async () => {
    const { id } = await streamer();
    await db.pool.query("update streamer_data set stream_category = 'Yodelling' where user_id = $1", [id]);
    expect((await channels.settings(id)).category).toBe('Gaming');
  });

  it('does not exist for viewers', async () => {
    for (const id of [(await viewer()).id, userId.parse(uuidv7())]) {
      const settings = { title: 'x', category: 'Food' as const, tags: [], isMature: false };
      for (const attempt of [
        () => channels.ingestAccess(id),
        () => channels.rotateKey(id),
        () => channels.settings(id),
        () => channels.putSettings(id, settings),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ code: 'not_a_streamer' });
      }
    }
  });

  it('is summarized for cards and pages', async () => {
    const [a, b] = [await streamer(), await streamer()];
    await db.pool.query('update streamer_data set is_verified = true where user_id = $1', [a.id]);
    const summaries = await channels.summaries([a.id, b.id]);
    expect(summaries.get(a.id)).toEqual({
      id: a.id,
      username: a.username,
      displayName: a.username,
      avatarUrl: null,
      isVerified: true,
    });
    expect(summaries.get(b.id)?.isVerified).toBe(false);
    expect(await channels.summaryByUsername(a.username.toUpperCase())).toEqual(summaries.get(a.id));
    expect(await channels.summaryByUsername((await viewer()).username)).toBeNull();
    expect(await channels.summaryByUsername('nobody')).toBeNull();
    await db.pool.query('update profiles set banned_at = now() where id = $1', [a.id]);
    expect(await channels.summaryByUsername(a.username)).toBeNull();
  });
});
