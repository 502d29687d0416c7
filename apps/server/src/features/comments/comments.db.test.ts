import { COMMENTS_PER_HOUR, type Comment, type CommentId, commentId } from '@tributary/contracts/comments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createChannelRules } from '#features/chat/index.ts';
import { defineErrors } from '#platform/errors.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { inEnglish } from '../../../test/support/in-english.ts';
import { createPeopleFixture } from '../../../test/support/people-fixture.ts';
import { createCommentAccess } from './comment-access.ts';
import { deleteLikesOf } from './comment-likes.repo.ts';
import { createCommentModeration } from './comment-moderation.service.ts';
import { createCommentNotices } from './comment-notices.service.ts';
import { notifyOfComment } from './comments.jobs.ts';
import { createComments } from './comments.service.ts';

const db = await createTestDatabase();
const { person, people, streamer, stream } = createPeopleFixture(db);
const actor = (userId: UserId) => ({ userId, requestId: 'test', addressHash: null });
const run = (statement: string, ...values: unknown[]) => db.pool.query(statement, values);
const gateErrors = defineErrors('live', { ticket_required: 'forbidden' });

const gated = new Set<StreamId>();
const notified: { readonly userId: UserId; readonly title: string }[] = [];
const sent: ReturnType<typeof notifyOfComment.schema.parse>[] = [];
const jobs = {
  send: async (_tx: unknown, _job: unknown, data: unknown) => {
    sent.push(notifyOfComment.schema.parse(data));
  },
};
const rules = createChannelRules();
const access = createCommentAccess({
  db,
  rules,
  playback: {
    requireAccess: async (id, viewer) => {
      if (gated.has(id) && viewer === null) throw gateErrors.ticket_required();
    },
  },
});
const comments = createComments({ db, replica: db, jobs, rules, access, sharedState: createMemoryState() });
const moderation = createCommentModeration({ db, jobs, access });
const notices = createCommentNotices({
  db,
  access,
  nowMs: () => Date.UTC(2030, 0, 1),
  notifications: {
    notify: async (_tx, notification) => {
      const { userId, title } = inEnglish(notification);
      notified.push({ userId, title });
    },
  },
});

/** A recording of a new channel. */
async function recording(visibility: 'public' | 'private' = 'public') {
  const channel = await streamer();
  const id = await stream(channel, 'ended');
  await run(
    "insert into recordings (stream_id, streamer_id, state, visibility, duration_ms) values ($1, $2, 'ready', $3, 61000)",
    ...[id, channel, visibility],
  );
  return { channel, id };
}

const viewer = (userId: UserId) => ({ userId, roles: ['viewer'] as const, owesSecondFactor: false });
const say = (id: StreamId, by: UserId, text: string, replyTo?: CommentId) =>
  comments.write(id, { text, replyTo }, { caller: viewer(by), network: by });
const edit = (id: CommentId, by: UserId, text: string) =>
  comments.edit(id, text, { caller: viewer(by), network: by });
const texts = async (id: StreamId, order: 'top' | 'newest' | 'held' = 'newest', by?: UserId) =>
  (await comments.page(id, { order }, by ? viewer(by) : null)).items.map(({ text }) => text);
const setRules = (channel: UserId, change: string) =>
  run(`insert into chat_settings (channel_id) values ($1) on conflict do nothing`, channel).then(() =>
    run(`update chat_settings set ${change} where channel_id = $1`, channel),
  );

async function moderator(channel: UserId, powers = '{people}'): Promise<UserId> {
  const id = await person();
  await run(
    'insert into chat_moderators (channel_id, user_id, powers) values ($1, $2, $3)',
    channel,
    id,
    powers,
  );
  return id;
}

describe('the list', () => {
  it('has the newest or the most liked comments first, pages by cursor, and counts replies', async () => {
    const { id, channel } = await recording();
    const [ann, bob] = [await person(), await person()];
    const written: Comment[] = [];
    for (let number = 1; number <= 25; number++) {
      // The budget is for one account.
      written.push(await say(id, number % 2 === 0 ? ann : bob, `Comment ${number}`));
    }
    const [first = expect.fail(), second = expect.fail()] = written;
    await say(id, channel, 'Thank you', first.id);
    await comments.like(second.id, true, viewer(ann));
    await comments.like(second.id, true, viewer(ann));
    await comments.like(second.id, true, viewer(bob));
    await comments.like(first.id, true, viewer(bob));
    expect((await texts(id)).slice(0, 2)).toEqual(['Comment 25', 'Comment 24']);
    const top = await comments.page(id, { order: 'top' }, viewer(bob));
    expect(top.items.slice(0, 3).map(({ text, likes }) => [text, likes])).toEqual([
      ['Comment 2', 2],
      ['Comment 1', 1],
      ['Comment 25', 0],
    ]);
    expect(top.items[1]).toMatchObject({ isLiked: true, replies: 1 });
    const rest = await comments.page(id, { order: 'top', cursor: top.next ?? undefined }, null);
    expect(rest.items.map(({ text }) => text)).toEqual([7, 6, 5, 4, 3].map((number) => `Comment ${number}`));
    expect(rest.next).toBeNull();
    const { items } = await comments.replies(first.id, undefined, null);
    expect(items).toMatchObject([{ text: 'Thank you', parentId: first.id, author: { role: 'streamer' } }]);
    expect(await comments.section(id, null)).toMatchObject({ count: 26, canModerate: false });
    expect(await comments.like(second.id, false, viewer(ann))).toEqual({ likes: 1 });
    await db.transact((tx) => deleteLikesOf(tx, bob));
    expect(await comments.get(second.id, null)).toMatchObject({ likes: 0 });
  });

  it('leaves out what banned accounts wrote', async () => {
    const { id } = await recording();
    const ann = await person();
    const { id: parent } = await say(id, ann, 'Buy this');
    await say(id, await person(), 'No', parent);
    await run("update profiles set banned_at = now(), ban_reason = 'Spam' where id = $1", ann);
    expect(await texts(id)).toEqual([]);
    expect(await comments.section(id, null)).toMatchObject({ count: 0 });
  });

  it('belongs to those who may watch the recording', async () => {
    const { id, channel } = await recording();
    const ann = await person();
    await say(id, ann, 'Well played');
    gated.add(id);
    await expect(texts(id)).rejects.toMatchObject({ code: 'ticket_required' });
    expect(await texts(id, 'newest', ann)).toEqual(['Well played']);
    await run("update recordings set visibility = 'private' where stream_id = $1", id);
    await expect(texts(id, 'newest', ann)).rejects.toMatchObject({ code: 'recording_not_found' });
    await expect(say(id, ann, 'Still here')).rejects.toMatchObject({ code: 'recording_not_found' });
    expect(await texts(id, 'newest', channel)).toEqual(['Well played']);
    const running = await stream(channel);
    await expect(say(running, ann, 'Hello')).rejects.toMatchObject({ code: 'recording_not_found' });
  });
});

describe('a comment', () => {
  it('answers another one at one level, and is deleted with it', async () => {
    const { id } = await recording();
    const [ann, bob, cleo] = [await person(), await person(), await person()];
    const question = await say(id, ann, 'Which song is this?');
    const answer = await say(id, bob, 'Reef at Night', question.id);
    const thanks = await say(id, cleo, 'I love it', answer.id);
    expect(thanks.parentId).toBe(question.id);
    const other = await recording();
    await expect(say(other.id, bob, 'Here', question.id)).rejects.toMatchObject({
      code: 'comment_not_found',
    });
    await expect(moderation.delete(question.id, actor(bob))).rejects.toMatchObject({ code: 'not_moderator' });
    await moderation.delete(question.id, actor(ann));
    await expect(comments.get(answer.id, null)).rejects.toMatchObject({ code: 'comment_not_found' });
    const { rows } = await run(
      "select id from audit_log where action = 'comment.deleted' and actor_id = $1",
      ann,
    );
    expect(rows).toEqual([]);
  });

  it('is changed by its author alone, and says so', async () => {
    const { id, channel } = await recording();
    const ann = await person();
    const { id: written, editedAt } = await say(id, ann, 'Godo game');
    expect(editedAt).toBeNull();
    await expect(edit(written, channel, 'Bad game')).rejects.toMatchObject({ code: 'comment_not_found' });
    expect(await edit(written, ann, 'Good game')).toMatchObject({
      text: 'Good game',
      editedAt: expect.any(String),
    });
  });

  it('is refused after the hourly budget of an account', async () => {
    const { id } = await recording();
    const ann = await person();
    for (let number = 0; number < COMMENTS_PER_HOUR; number++) await say(id, ann, `Number ${number}`);
    await expect(say(id, ann, 'One more')).rejects.toMatchObject({
      code: 'comments_limited',
      retryAfterSeconds: expect.any(Number),
    });
  });
});

describe('moderation', () => {
  it('keeps people who are banned from the chats of the channel from commenting, changing and liking', async () => {
    const { id, channel } = await recording();
    const ann = await person();
    const { id: own } = await say(id, ann, 'First');
    await run(
      "insert into chat_bans (channel_id, user_id, until, reason) values ($1, $2, now() + interval '1 hour', 'Rude')",
      channel,
      ann,
    );
    const banned = { code: 'comments_banned' };
    await expect(say(id, ann, 'Again')).rejects.toMatchObject(banned);
    await expect(edit(own, ann, 'Again')).rejects.toMatchObject(banned);
    await expect(comments.like(own, true, viewer(ann))).rejects.toMatchObject(banned);
    expect(await comments.section(id, viewer(ann))).toMatchObject({ ban: { reason: 'Rude' } });
    await run("update chat_bans set until = now() - interval '1 second' where user_id = $1", ann);
    expect(await say(id, ann, 'Sorry')).toMatchObject({ text: 'Sorry' });
  });

  it('refuses what a filter of the channel matches, and blocked words of the instance from moderators too', async () => {
    const { id, channel } = await recording();
    const ann = await person();
    await setRules(channel, `filters = '{links,caps}', blocked_words = '{spoiler}'`);
    await expect(say(id, ann, 'See example.org/now')).rejects.toMatchObject({ code: 'comment_link' });
    await expect(say(id, ann, 'WHAT A GREAT STREAM')).rejects.toMatchObject({ code: 'comment_capitals' });
    await expect(say(id, ann, 'The Spoiler is')).rejects.toMatchObject({ code: 'comment_blocked_word' });
    const { id: fine } = await say(id, ann, 'Fine');
    await expect(edit(fine, ann, 'A spoiler')).rejects.toMatchObject({ code: 'comment_blocked_word' });
    expect(await say(id, channel, 'No spoiler, see example.org')).toMatchObject({ isHeld: false });
    await run(`update instance_settings set chat_blocked_words = '{slur}'`);
    await expect(say(id, channel, 'A slur')).rejects.toMatchObject({ code: 'comment_blocked_word' });
    await run(`update instance_settings set chat_blocked_words = '{}'`);
  });

  it('holds a comment for moderators where the channel wants it, and shows it to its author alone until then', async () => {
    const { id, channel } = await recording();
    const [ann, bob] = [await person(), await person()];
    const helper = await moderator(channel);
    await setRules(channel, `blocked_words = '{spoiler}', filtered = 'hold'`);
    const held = await say(id, ann, 'A spoiler');
    const worse = await say(id, ann, 'Another spoiler');
    expect(held.isHeld).toBe(true);
    expect(await texts(id, 'newest', bob)).toEqual([]);
    expect(await texts(id, 'newest', ann)).toEqual(['Another spoiler', 'A spoiler']);
    await expect(texts(id, 'held', bob)).rejects.toMatchObject({ code: 'not_moderator' });
    await expect(comments.get(held.id, viewer(bob))).rejects.toMatchObject({ code: 'comment_not_found' });
    expect(await texts(id, 'held', helper)).toEqual(['A spoiler', 'Another spoiler']);
    expect(await comments.section(id, viewer(helper))).toMatchObject({ heldCount: 2, canModerate: true });
    await expect(moderation.decide(held.id, 'released', actor(bob))).rejects.toMatchObject({
      code: 'not_moderator',
    });
    // Changing the text does not let it pass the moderators.
    expect(await edit(held.id, ann, 'Nothing to see')).toMatchObject({ isHeld: true });
    await moderation.decide(held.id, 'released', actor(helper));
    await moderation.decide(worse.id, 'refused', actor(helper));
    await expect(moderation.decide(held.id, 'refused', actor(helper))).rejects.toMatchObject({
      code: 'comment_decided',
    });
    expect(await texts(id, 'newest', bob)).toEqual(['Nothing to see']);
    const { rows } = await run('select action from audit_log where actor_id = $1 order by id', helper);
    expect(rows).toEqual([{ action: 'comment.released' }, { action: 'comment.refused' }]);
  });

  it('lists those of all recordings of a channel for its moderators, the oldest first', async () => {
    const { id, channel } = await recording();
    const other = await stream(channel, 'ended');
    await run(
      "insert into recordings (stream_id, streamer_id, state, visibility) values ($1, $2, 'ready', 'public')",
      ...[other, channel],
    );
    const [ann, helper] = [await person(), await moderator(channel)];
    await setRules(channel, `blocked_words = '{spoiler}', filtered = 'hold'`);
    const first = await say(id, ann, 'A spoiler');
    await say(other, ann, 'Another spoiler');
    await say(other, ann, 'Well played');
    const queueFor = async (by: UserId) => {
      const { items, count } = await moderation.held(channel, undefined, by);
      return { count, texts: items.map(({ text }) => text) };
    };
    expect(await queueFor(helper)).toEqual({ count: 2, texts: ['A spoiler', 'Another spoiler'] });
    const [item = expect.fail()] = (await moderation.held(channel, undefined, helper)).items;
    expect(item).toMatchObject({ id: first.id, isHeld: true, recording: { slug: expect.any(String) } });
    await expect(moderation.held(channel, undefined, ann)).rejects.toMatchObject({ code: 'not_moderator' });
    await run("update recordings set visibility = 'private' where stream_id = $1", other);
    expect(await queueFor(helper)).toEqual({ count: 1, texts: ['A spoiler'] });
    expect(await queueFor(channel)).toEqual({ count: 2, texts: ['A spoiler', 'Another spoiler'] });
    await moderation.decide(first.id, 'released', actor(helper));
    expect(await queueFor(helper)).toEqual({ count: 0, texts: [] });
  });

  it('lets moderators delete what viewers write, and not what the streamer writes', async () => {
    const { id, channel } = await recording();
    const [ann, helper, caster] = [
      await person(),
      await moderator(channel),
      await moderator(channel, '{raids}'),
    ];
    const rude = await say(id, ann, 'Rude');
    const own = await say(id, channel, 'Welcome');
    const refused = { code: 'not_moderator' };
    await expect(moderation.delete(rude.id, actor(caster))).rejects.toMatchObject(refused);
    await expect(moderation.delete(own.id, actor(helper))).rejects.toMatchObject(refused);
    await moderation.delete(rude.id, actor(helper));
    expect(await texts(id)).toEqual(['Welcome']);
    const { rows } = await run(
      'select action, subject_id, details from audit_log where actor_id = $1',
      helper,
    );
    const details = { after: { commentId: rude.id, authorId: ann } };
    expect(rows).toEqual([{ action: 'comment.deleted', subject_id: id, details }]);
  });

  it('keeps comments while they are turned off for the channel or the recording', async () => {
    const { id, channel } = await recording();
    const ann = await person();
    const { id: kept } = await say(id, ann, 'Kept');
    for (const setOn of [
      (isOn: boolean) => moderation.setOn(channel, isOn),
      (isOn: boolean) => moderation.setRecordingOn(id, isOn, channel),
    ]) {
      await setOn(false);
      await expect(say(id, ann, 'More')).rejects.toMatchObject({ code: 'comments_off' });
      expect(await texts(id, 'newest', ann)).toEqual([]);
      await expect(comments.get(kept, viewer(ann))).rejects.toMatchObject({ code: 'comment_not_found' });
      expect(await texts(id, 'newest', channel)).toEqual(['Kept']);
      await setOn(true);
      expect(await texts(id)).toEqual(['Kept']);
    }
    await expect(moderation.setRecordingOn(id, false, ann)).rejects.toMatchObject({
      code: 'recording_not_found',
    });
  });
});

it('notifies the creator and the person who is answered, unless they have blocked the author', async () => {
  const { id, channel } = await recording();
  const [ann, bob, troll] = await people(3);
  if (!ann || !bob || !troll) throw new Error('There are fewer people than asked for.');
  await run('insert into user_blocks (blocker_id, blocked_id) values ($1, $2)', ann, troll);
  await setRules(channel, `blocked_words = '{spoiler}', filtered = 'hold'`);
  sent.length = 0;
  const question = await say(id, ann, 'Which song?');
  await say(id, bob, 'Reef', question.id);
  await say(id, channel, 'Reef at Night', question.id);
  await say(id, troll, 'Who cares', question.id);
  await say(id, bob, 'A spoiler');
  for (const { commentId: about, repliedTo } of sent) await notices.notify(about, repliedTo);
  const commented = { userId: channel, title: 'Somebody commented on “A show”' };
  const replied = { userId: ann, title: 'Somebody replied to your comment' };
  expect(notified).toEqual([
    commented,
    replied,
    commented,
    replied,
    commented,
    { userId: channel, title: 'A comment on “A show” waits for you' },
  ]);
  await notices.notify(commentId.parse(uuidv7()), null);
});
