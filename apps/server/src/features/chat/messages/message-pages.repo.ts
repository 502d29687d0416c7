/** Messages as viewers see them: pages of a chat, its replay, and the messages that are answered. */
import {
  CHAT_PAGE_SIZE,
  CHAT_REPLAY_CONTEXT,
  CHAT_REPLY_EXCERPT,
  type ChatFact,
  type ChatMessage,
  type ChatReply,
  type ChatSupport,
  type MessageEmote,
} from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { factText } from './fact-text.ts';

/** The emotes of a message that still exist. A new emote of the same name has another id. */
const EMOTES = sql<MessageEmote[] | null>`CASE WHEN m.emote_ids <> '{}' THEN (
  SELECT jsonb_agg(jsonb_build_object('name', e.name, 'url', e.image_url) ORDER BY e.name)
  FROM chat_emotes e WHERE e.id = ANY (m.emote_ids) AND e.status = 'approved'
) END`.as('emotes');

/** Cleared messages are not listed. */
const kept = (db: Reader, id: StreamId) =>
  db
    .selectFrom('chat_messages')
    .selectAll()
    .where('stream_id', '=', id)
    .where(sql<boolean>`number > (SELECT r.cleared_up_to FROM chat_rooms r WHERE r.stream_id = ${id})`);

type Choice = (all: ReturnType<typeof kept>) => ReturnType<typeof kept>;

/**
 * Deleted messages, those of hidden accounts and refunded donations have no text.
 * @param choose selects a page of the messages before anything is joined to them: PostgreSQL underestimates their
 * number, and would join all
 */
const messages = (db: Reader, id: StreamId, choose: Choice) =>
  db
    .selectFrom(choose(kept(db, id)).as('m'))
    .innerJoin('profiles as p', 'p.id', 'm.author_id')
    .leftJoin('donations as d', 'd.id', 'm.donation_id')
    .select(['d.amount', 'd.currency', 'd.message', 'd.guest_name', 'd.is_message_hidden'])
    .select(
      sql<string | null>`(SELECT p.display_name FROM profiles p WHERE p.id = d.donor_id AND ${isPublic})`.as(
        'donor',
      ),
    )
    .select([
      'm.number',
      'm.client_id',
      'm.kind',
      'm.sent_at',
      'm.badges',
      'm.author_id',
      'm.reply_to',
      'm.preview',
      'm.support',
      'm.fact',
      'p.username',
      'p.display_name',
    ])
    .select(
      sql<string | null>`CASE
      WHEN m.deleted_at IS NULL AND ${isPublic} AND (d.id IS NULL OR d.status = 'completed') THEN m.text END`.as(
        'text',
      ),
    )
    .select(EMOTES)
    .orderBy('m.number');

/** The newest messages before a number, oldest first, and whether there are older ones. */
export async function findBefore(
  db: Reader,
  id: StreamId,
  before: number | null,
): Promise<{ messages: ChatMessage[]; hasOlder: boolean }> {
  const [page] = await pageBefore(db, { id, before: before ?? Number.MAX_SAFE_INTEGER });
  const rows = page?.rows ?? [];
  return {
    hasOlder: rows.length > CHAT_PAGE_SIZE,
    messages: await toMessages(db, id, rows.slice(-CHAT_PAGE_SIZE)),
  };
}

/** Selects a page as one JSON text, which costs far less to read than a hundred rows column by column. */
const pageBefore = prepared((db: Reader, { id, before }: { id: StreamId; before: number }) =>
  db
    .selectFrom(
      messages(db, id, (all) =>
        all
          .where('number', '<', before)
          .orderBy('number', 'desc')
          .limit(CHAT_PAGE_SIZE + 1),
      ).as('page'),
    )
    .select(sql<JsonRow[] | null>`json_agg(page ORDER BY page.number)`.as('rows')),
);

export interface ReplayPage {
  readonly messages: ChatMessage[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

/** Selects the messages of a replay, without those that were written during removed parts of the recording. */
async function replayed(db: Reader, id: StreamId) {
  const row = await db.selectFrom('recordings').select('trim').where('stream_id', '=', id).executeTakeFirst();
  const cutTimes = row?.trim?.cutTimes ?? [];
  const shown: Choice = (all) =>
    cutTimes.reduce(
      (query, { startMs, endMs }) =>
        query.where((eb) =>
          eb.or([eb('sent_at', '<', new Date(startMs)), eb('sent_at', '>=', new Date(endMs))]),
        ),
      all,
    );
  return (choose: Choice) => messages(db, id, (all) => choose(shown(all))).execute();
}

/** The messages from a time on, after a few of those before it. */
export async function findAround(db: Reader, id: StreamId, time: Date): Promise<ReplayPage> {
  const find = await replayed(db, id);
  const [older, newer] = [
    await find((all) =>
      all
        .where('sent_at', '<=', time)
        .orderBy('sent_at', 'desc')
        .orderBy('number', 'desc')
        .limit(CHAT_REPLAY_CONTEXT + 1),
    ),
    await find((all) =>
      all
        .where('sent_at', '>', time)
        .orderBy('sent_at')
        .orderBy('number')
        .limit(CHAT_PAGE_SIZE + 1),
    ),
  ];
  const found = [...older.slice(-CHAT_REPLAY_CONTEXT), ...newer.slice(0, CHAT_PAGE_SIZE)];
  return {
    hasOlder: older.length > CHAT_REPLAY_CONTEXT,
    hasNewer: newer.length > CHAT_PAGE_SIZE,
    messages: await toMessages(db, id, found),
  };
}

export async function findMessage(db: Reader, id: StreamId, number: number): Promise<ChatMessage | null> {
  const rows = await messages(db, id, (all) => all.where('number', '=', number)).execute();
  return (await toMessages(db, id, rows))[0] ?? null;
}

/** The messages after a number. */
export async function findAfter(db: Reader, id: StreamId, after: number): Promise<ReplayPage> {
  const find = await replayed(db, id);
  const rows = await find((all) =>
    all
      .where('number', '>', after)
      .orderBy('number')
      .limit(CHAT_PAGE_SIZE + 1),
  );
  return {
    hasOlder: true,
    hasNewer: rows.length > CHAT_PAGE_SIZE,
    messages: await toMessages(db, id, rows.slice(0, CHAT_PAGE_SIZE)),
  };
}

async function toMessages(
  db: Reader,
  id: StreamId,
  rows: readonly (MessageRow | JsonRow)[],
): Promise<ChatMessage[]> {
  const replies = await findReplies(
    db,
    id,
    rows.flatMap(({ reply_to }) => reply_to ?? []),
  );
  return rows.map((row) => ({
    number: row.number,
    clientId: row.client_id,
    sentAt: new Date(row.sent_at).toISOString(),
    author: { id: row.author_id, username: row.username, displayName: row.display_name, badges: row.badges },
    kind: row.kind,
    ...shownText(textOf(row), row.emotes),
    ...supportOf(row),
    ...factOf(row),
    ...(row.text !== null && row.preview !== null && { preview: row.preview }),
    replyTo: row.reply_to === null ? null : (replies.get(row.reply_to) ?? goneReply(row.reply_to)),
  }));
}

type MessageRow = InferResult<ReturnType<typeof messages>>[number];

type JsonRow = Omit<MessageRow, 'sent_at'> & { readonly sent_at: string };

/** The donation that a message reports; null: it reports none. */
function donationFact(row: MessageRow | JsonRow): ChatFact | null {
  const { donor, amount, currency, guest_name, is_message_hidden } = row;
  if (amount === null || currency === null) return null;
  const guestName = is_message_hidden ? null : guest_name;
  return { kind: 'donation', donor: donor ?? guestName, isGuest: donor === null, amount, currency };
}

function donationOf(row: MessageRow | JsonRow): string | null {
  const fact = donationFact(row);
  return fact && factText(fact);
}

/** A deleted line reports nothing. */
function factOf(row: MessageRow | JsonRow): { fact?: ChatFact } {
  const fact = row.text === null ? null : (donationFact(row) ?? row.fact);
  return fact === null ? {} : { fact };
}

function textOf(row: MessageRow | JsonRow): string | null {
  const donation = donationOf(row);
  if (row.text === null || donation === null) return row.text;
  return row.is_message_hidden || !row.message ? donation : `${donation}: ${row.message}`;
}

function supportOf(row: MessageRow | JsonRow): { support?: ChatSupport } {
  if (row.text === null || row.support === null) return {};
  return { support: { kind: row.support, headline: donationOf(row) ?? row.text } };
}

const shownText = (text: string | null, emotes: MessageEmote[] | null) => ({
  text,
  ...(text !== null && emotes !== null && { emotes }),
});

const goneReply = (number: number): ChatReply => ({ number, author: null, text: null });

/** The answered messages that exist, by number. */
export async function findReplies(
  db: Reader,
  id: StreamId,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, ChatReply>> {
  if (numbers.length === 0) return new Map();
  const rows = await messages(db, id, (all) => all.where('number', 'in', [...new Set(numbers)])).execute();
  return new Map(
    rows.map(({ number, author_id, username, display_name, text, emotes }) => [
      number,
      {
        number,
        author: { id: author_id, username, displayName: display_name },
        ...shownText(text && Array.from(text).slice(0, CHAT_REPLY_EXCERPT).join(''), emotes),
      },
    ]),
  );
}
