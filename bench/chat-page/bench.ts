/** A busy chat in a browser: the real page, whose messages come from the database of a real instance. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ChatMessage } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { chromium, type Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { chatMessageSent } from '../../apps/server/src/features/chat/chat.events.ts';
import { insert, lockRoom } from '../../apps/server/src/features/chat/messages/messages.repo.ts';
import type { Database } from '../../apps/server/src/platform/db/index.ts';
import { publish } from '../../apps/server/src/platform/events/index.ts';
import { CHROMIUM_ARGS, ensureChromium } from '../../e2e/lib/chromium.ts';
import { openDatabaseOf } from '../../e2e/lib/database.ts';
import { startInstance } from '../../e2e/lib/instance.ts';
import type { Bench } from '../run.ts';

const SECONDS = 20;
/** Ten groups make 100 messages a second. */
const GROUP = 10;
const GROUPS_PER_SECOND = 10;
const MAX_TASK_MS = 100;
const MAX_SHOWN_MS = 50;

export const chatPage: Bench = {
  summary: `a page with a chat of ${GROUP * GROUPS_PER_SECOND} messages a second: its longest task, and when people see what they write themselves`,
  async run(report) {
    await using instance = await startInstance();
    const { username, email, password } = await instance.createStreamer('coral');
    await using stack = new AsyncDisposableStack();
    const db = await openDatabaseOf(instance);
    stack.defer(() => db.close());
    const room = await openRoom(db, username);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    stack.defer(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
    await page.request.post(`${instance.url}/api/auth/sign-in/email`, {
      data: { email, password },
      headers: { origin: instance.url },
    });
    await record(page);
    await page.goto(`${instance.url}/chat/${username}`);
    await page.getByRole('list', { name: 'Chat messages' }).waitFor();
    await say(db, room, 0);
    await page.getByText('Message 0-0 ').first().waitFor();

    await page.evaluate(() => Reflect.get(globalThis, 'longTasks').splice(0));
    const groups = SECONDS * GROUPS_PER_SECOND;
    for (let group = 1; group <= groups; group += 1) {
      await Promise.all([say(db, room, group), delay(1000 / GROUPS_PER_SECOND)]);
      if (group % GROUPS_PER_SECOND === 0) await write(page, group);
    }
    await page
      .getByText(`Message ${groups}-${GROUP - 1} `)
      .first()
      .waitFor();
    const tasks = await page.evaluate((): number[] => Reflect.get(globalThis, 'longTasks'));
    report.figure({
      name: 'longest task of the page',
      value: Math.max(0, ...tasks),
      unit: 'ms',
      goal: { atMost: MAX_TASK_MS },
    });
    const shownMs = await page.evaluate((): number[] => Reflect.get(globalThis, 'shownMs'));
    report.figure({
      name: 'from Enter to the frame with the own message, slowest',
      value: Math.max(...shownMs),
      unit: 'ms',
      goal: { atMost: MAX_SHOWN_MS },
    });
    report.note(
      `${groups * GROUP} messages, and ${shownMs.length} of one’s own; ${tasks.length} tasks took longer than 50 ms.`,
    );
  },
};

interface Room {
  readonly streamId: StreamId;
  readonly author: ChatMessage['author'];
}

async function openRoom({ pool }: Database, username: string): Promise<Room> {
  const { rows } = await pool.query<{ stream_id: StreamId; id: UserId }>(
    `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at)
     select $2, id, 'A show', 'Music', 'a-show', 'live', now(), now() + interval '1 day'
     from profiles where username = $1 returning id as stream_id, streamer_id as id`,
    [username, uuidv7()],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no channel named ${username}.`);
  const author = { id: row.id, username, displayName: username, badges: [] };
  return { streamId: row.stream_id, author };
}

async function say(db: Database, { streamId, author }: Room, group: number): Promise<void> {
  await db.transact(async (tx) => {
    await lockRoom(tx, streamId);
    for (let n = 0; n < GROUP; n += 1) {
      const text = `Message ${group}-${n} ${'with some more words '.repeat(n)}`;
      const message = { clientId: uuidv7(), kind: 'message', text } as const;
      const stored = { ...message, streamId, authorId: author.id, badges: [], replyTo: undefined };
      const { number, sentAt } = await insert(tx, stored);
      const shown = { ...message, number, sentAt: sentAt.toISOString(), author, replyTo: null };
      await publish(tx, chatMessageSent, { streamId, message: shown });
    }
  });
}

async function write(page: Page, group: number): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(`Written here ${group}.`);
  await box.press('Enter');
}

/** Collects the long tasks of the page, and the time until it shows a message that is written in it. */
const record = (page: Page) =>
  page.addInitScript(() => {
    const longTasks: number[] = [];
    const shownMs: number[] = [];
    Object.assign(globalThis, { longTasks, shownMs });
    new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
    const onceShown = (text: string, sentAtMs: number): void => {
      requestAnimationFrame(() => {
        if (!document.body.textContent.includes(text)) onceShown(text, sentAtMs);
        // The measurement ends after the frame.
        else setTimeout(() => shownMs.push(performance.now() - sentAtMs));
      });
    };
    addEventListener(
      'keydown',
      ({ key, target, timeStamp }) => {
        if (key === 'Enter' && target instanceof HTMLTextAreaElement) onceShown(target.value, timeStamp);
      },
      { capture: true },
    );
  });
