/** Lines that the server writes in a chat, such as a donation or the outcome of a poll. */
import type { ChatFact, ChatSupport } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { chatMessageSent } from '../chat.events.ts';
import { factText } from './fact-text.ts';
import { findMessage } from './message-pages.repo.ts';
import * as messages from './messages.repo.ts';

export interface SystemLine {
  readonly streamId: StreamId;
  /** The account that the line belongs to, and is deleted with. */
  readonly authorId: UserId;
  /** The same id in all processes, so that the first of them stores the line. */
  readonly clientId: string;
  readonly fact: Exclude<ChatFact, { kind: 'donation' }> | null;
  /** The donation that the line reports, which has no fact of its own. */
  readonly donationId?: string;
  readonly support?: ChatSupport['kind'];
}

/** Stores a line once for each client id, and announces it. */
export async function storeLine(tx: Writer, line: SystemLine): Promise<void> {
  const { fact, ...values } = line;
  const { streamId, authorId, clientId } = line;
  await messages.lockRoom(tx, streamId);
  if ((await messages.findSent(tx, streamId, authorId, clientId)) !== null) return;
  const { number } = await messages.insert(tx, {
    ...values,
    ...(fact !== null && { fact }),
    text: fact === null ? 'Donation' : factText(fact),
    kind: 'system',
    badges: [],
    replyTo: undefined,
  });
  const message = await findMessage(tx, streamId, number);
  if (message) await publish(tx, chatMessageSent, { streamId, message });
}
