/** How creators upload, replace and delete captions of their recordings. */
import { CAPTION_TRACKS_MAX } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createStreamPages } from '../../../../test/support/stream-pages.ts';
import { diskGuarded } from '../../../platform/db/index.ts';
import { createLog } from '../../../platform/log/log.ts';
import { findUsedBytes } from '../files/quota.repo.ts';
import { createQuota } from '../files/quota.ts';
import { findFile } from './captions.repo.ts';
import { createCaptions } from './captions.service.ts';
import { captionsForViewers } from './captions-for-viewers.ts';
import type { CaptionTask } from './captions-tasks.ts';
import { createCaptionsThread } from './captions-thread.ts';

const db = await createTestDatabase();
const people = createPeopleFixture(db);
const streams = createStreamPages(db);
const pageOf = (id: StreamId) => streams.byId(id);
const log = createLog('silent');
const thread = createCaptionsThread();
const captions = createCaptions(db, thread, createQuota());

const HELLO = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n';

async function recording(
  state: 'recording' | 'ready' = 'ready',
  visibility: 'public' | 'private' = 'public',
): Promise<{ owner: UserId; id: StreamId }> {
  const owner = await people.streamer();
  const id = await people.stream(owner, 'ended');
  await db.pool.query(
    `insert into recordings (stream_id, streamer_id, state, visibility, duration_ms, byte_length, starts_at)
     values ($1, $2, $3, $4, 60000, 1000, now())`,
    [id, owner, state, visibility],
  );
  return { owner, id };
}

const save = (owner: UserId, id: StreamId, file = HELLO, language = 'en', label = 'English') =>
  captions.save(owner, id, { language, label }, Buffer.from(file));
const shownOn = async (id: StreamId) => (await pageOf(id)).stream?.recording?.captions;
const fileOf = async (id: StreamId, language = 'en') =>
  (await db.read((reader) => findFile(reader, id, language)))?.webvtt ?? null;

describe('a creator', () => {
  it('adds captions, which the page of the stream offers, replaces and deletes them', async () => {
    const { owner, id } = await recording();
    const english = { language: 'en', label: 'English', url: `/recordings/${id}/captions/en.vtt` };
    const brazilian = { language: 'pt-BR', label: 'Português', url: `/recordings/${id}/captions/pt-BR.vtt` };
    expect(await save(owner, id)).toEqual({ items: [english] });
    expect(await save(owner, id, HELLO, 'PT-br', 'Português')).toEqual({ items: [english, brazilian] });
    expect(await shownOn(id)).toEqual([english, brazilian]);
    await save(owner, id, HELLO.replace('Hello', 'Good evening'), 'EN');
    expect(await fileOf(id)).toContain('Good evening');
    expect(await captions.list(owner, id)).toEqual({ items: [english, brazilian] });
    expect(await captions.delete(owner, id, 'en')).toEqual({ items: [brazilian] });
    expect(await shownOn(id)).toEqual([brazilian]);
    await expect(captions.delete(owner, id, 'en')).rejects.toMatchObject({ code: 'captions_not_found' });
  });

  it('stores nothing of a file but times and text', async () => {
    const { owner, id } = await recording();
    await save(
      owner,
      id,
      'WEBVTT\n\nSTYLE\n::cue{font-size:900%}\n\n00:01.000 --> 00:02.000 line:0 size:100%\n<v Ann>A <b>&lt;</b>',
    );
    expect(await fileOf(id)).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nA &lt;\n');
  });

  it('is told the lines of a file that are wrong', async () => {
    const { owner, id } = await recording();
    const wrong = 'WEBVTT\n\n00:04.000 --> 00:03.000\nA\n\n01:00.000 --> 01:01.000\nB';
    await expect(save(owner, id, wrong)).rejects.toMatchObject({
      code: 'captions_invalid',
      errors: [
        { pointer: '/3', detail: 'Line 3: The end 00:00:03.000 is before the start 00:00:04.000.' },
        {
          pointer: '/6',
          detail: 'Line 6: The start 00:01:00.000 is after the end of the recording at 00:01:00.000.',
        },
      ],
    });
    await expect(save(owner, id, 'WEBVTT')).rejects.toMatchObject({
      errors: [{ detail: 'Line 1: The file has no captions.' }],
    });
    const latin1 = captions.save(owner, id, { language: 'en', label: 'English' }, Buffer.of(0xe9));
    await expect(latin1).rejects.toMatchObject({
      errors: [{ detail: 'Line 1: The file is not UTF-8 text. Save it as UTF-8.' }],
    });
  });

  it('is refused captions that grow beyond the limit when they are written, and one language too many', async () => {
    const { owner, id } = await recording();
    const cue = `00:01.000 --> 00:02.000\n${'<'.repeat(500)}\n\n`;
    await expect(save(owner, id, `WEBVTT\n\n${cue.repeat(600)}`)).rejects.toMatchObject({
      code: 'captions_too_large',
    });
    await db.pool.query(
      `insert into recording_captions (stream_id, language, label, webvtt, byte_length)
       select $1, 'en-x-' || n, 'English', 'WEBVTT', 6 from generate_series(1, $2::int) as n`,
      [id, CAPTION_TRACKS_MAX],
    );
    await expect(save(owner, id)).rejects.toMatchObject({ code: 'too_many_captions' });
    await save(owner, id, HELLO, 'en-x-1', 'Replaced');
  });

  it('uses storage of the channel for captions', async () => {
    const { owner, id } = await recording();
    await save(owner, id);
    expect((await db.read((reader) => findUsedBytes(reader, owner, null))).recordings).toBe(
      1000 + HELLO.length,
    );
    await db.pool.query('update instance_settings set recording_quota_gib = 1');
    await db.pool.query('update recordings set byte_length = 1024 ^ 3 where stream_id = $1', [id]);
    await expect(save(owner, id, HELLO, 'de')).rejects.toMatchObject({ code: 'over_quota' });
    await db.pool.query('update instance_settings set recording_quota_gib = 0');
    expect(await fileOf(id, 'de')).toBeNull();
  });

  it('finds no captions of another creator, and none of a recording that grows or is deleted', async () => {
    const { owner, id } = await recording();
    await save(owner, id);
    const { owner: stranger } = await recording();
    const missing = { code: 'recording_not_found' };
    await expect(captions.list(stranger, id)).rejects.toMatchObject(missing);
    await expect(save(stranger, id)).rejects.toMatchObject(missing);
    await expect(captions.delete(stranger, id, 'en')).rejects.toMatchObject(missing);
    await db.pool.query("update recordings set state = 'deleted', deleted_at = now() where stream_id = $1", [
      id,
    ]);
    await expect(save(owner, id)).rejects.toMatchObject(missing);
    const running = await recording('recording');
    await expect(save(running.owner, running.id)).rejects.toMatchObject({ code: 'recording_runs' });
  });
});

it('keeps captions of what is cut, and moves those of a trimmed recording to where they were said', async () => {
  const { owner, id } = await recording();
  await save(owner, id);
  const ranges = [{ startMs: 10_000, endMs: 60_000 }];
  await db.pool.query('update recordings set trim = $2, duration_ms = 50000 where stream_id = $1', [
    id,
    JSON.stringify({ revision: 'a', segments: [], ranges, chapters: [] }),
  ]);
  await save(owner, id, 'WEBVTT\n\n00:02.000 --> 00:03.000\nLater\n');
  expect(await fileOf(id)).toBe(`${HELLO}\n00:00:12.000 --> 00:00:13.000\nLater\n`);
});

it('moves the times of captions once for each trimming and each change, and shows nothing that is cut', async () => {
  const { owner, id } = await recording();
  await save(owner, id, `${HELLO}\n00:00:20.000 --> 00:00:21.000\nLater\n`);
  let moved = 0;
  const counted = {
    run(task: CaptionTask) {
      moved += 1;
      return thread.run(task);
    },
  };
  const shown = (revision: string, startMs: number) =>
    captionsForViewers({ db, log, thread: counted }, id, 'en', {
      revision,
      ranges: [{ startMs, endMs: 60_000 }],
    });
  const later = 'WEBVTT\n\n00:00:10.000 --> 00:00:11.000\nLater\n';
  expect([await shown('a', 10_000), await shown('a', 10_000), moved]).toEqual([later, later, 1]);
  expect([await shown('b', 15_000), moved]).toEqual([
    later.replace('10.000', '05.000').replace('11.000', '06.000'),
    2,
  ]);
  await save(owner, id);
  expect([await shown('b', 0), moved]).toEqual([HELLO, 3]);
});

it('shows trimmed captions while the disk is full', async () => {
  const { owner, id } = await recording();
  await save(owner, id);
  const fullDisk = diskGuarded(db, {
    check() {
      throw new Error('The disk is full');
    },
  });
  const trim = { revision: 'a', ranges: [{ startMs: 0, endMs: 60_000 }] };
  expect(await captionsForViewers({ db: fullDisk, log, thread }, id, 'en', trim)).toBe(HELLO);
});

it('reads a large file without holding up other requests', async () => {
  const { owner, id } = await recording();
  const file = `WEBVTT\n\n${'00:01.000 --> 00:02.000\nAgain and again\n\n'.repeat(15_000)}`;
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setTimeout(turn);
  };
  turn();
  await save(owner, id, file);
  isDone = true;
  // Each turn takes a millisecond or two; reading the file takes hundreds.
  expect(turns).toBeGreaterThan(50);
});

it('names the captions of a private recording to nobody', async () => {
  const { owner, id } = await recording('ready', 'private');
  await save(owner, id);
  expect(await shownOn(id)).toEqual([]);
});

it('deletes the captions of a recording with it', async () => {
  const { owner, id } = await recording();
  await save(owner, id);
  await db.pool.query('delete from recordings where stream_id = $1', [id]);
  expect(await fileOf(id)).toBeNull();
});
