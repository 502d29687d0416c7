/** Contact messages from visitors to the admins. */
import {
  CONTACT_PAGE_SIZE,
  type ContactFilter,
  type ContactForm,
  type ContactMessage,
} from '@tributary/contracts/pages';
import type { UserId } from '@tributary/contracts/shared';
import type { Users } from '#features/identity/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import { decodeCursor, pageOfRows } from '#platform/cursor.ts';
import type { Database } from '#platform/db/database.ts';
import { idKey } from '#platform/db/keyset.ts';
import { HOUR_MS } from '#platform/durations.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/index.ts';
import { textIn } from '#platform/messages/index.ts';
import { countNetwork } from '#platform/network/network-rate.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import * as repo from './contact.repo.ts';
import type { ContactTickets } from './contact-ticket.ts';
import { pagesErrors } from './pages.errors.ts';

/**
 * The number of messages from one network in an hour: enough for a school, and a small part of the instance's limit.
 */
const MAX_PER_NETWORK = 5;
/** The number of messages from all networks in an hour, against floods from many of them. */
const MAX_PER_HOUR = 100;

export interface Contact {
  ticket(): string;
  /**
   * Stores the message and mails it to the admins.
   * @param form `website` is a honeypot: messages that fill it in are silently dropped
   * @throws AppError `contact_too_fast`, `contact_expired`, `contact_limited`, `contact_full`
   */
  send(form: ContactForm & { ticket: string; website: string }, from: Sender): Promise<void>;
  /** @throws AppError `cursor_invalid` */
  list(filter: ContactFilter & { cursor?: string | undefined }): Promise<{
    items: ContactMessage[];
    next: string | null;
  }>;
  open(): Promise<number>;
  /** The messages that a person sent while signed in. */
  exportOf(id: UserId): Promise<{ contactMessages: readonly repo.StoredMessage[] }>;
  /** @throws AppError `message_not_found` */
  setHandled(id: string, handled: boolean, by: Actor): Promise<ContactMessage>;
}

export interface Sender {
  readonly userId: UserId | null;
  /** The network of the request. */
  readonly network: string;
}

export interface ContactOptions {
  readonly db: Database;
  readonly users: Users;
  readonly mailer: Mailer;
  readonly log: Log;
  readonly tickets: ContactTickets;
  readonly sharedState: SharedState;
  readonly instanceName: () => string;
  readonly publicUrl: string;
}

export function createContact(options: ContactOptions): Contact {
  const { db, users, mailer, log, tickets, instanceName, publicUrl } = options;
  const sent = options.sharedState.store('contact-messages');

  async function mailAdmins(form: ContactForm): Promise<void> {
    for (const admin of await users.withRole('admin')) {
      const { email: to, language } = admin;
      const text = textIn(language, 'mail.contact.text', {
        sender: `${form.name} <${form.email}>`,
        message: form.message,
        url: `${publicUrl}/dashboard/admin/messages`,
      });
      const subject = `${instanceName()}: ${form.subject}`;
      await mailer
        .send({ to, language, purpose: 'notification', subject, text })
        .catch((err: unknown) =>
          log.error({ err, adminId: admin.id }, 'Could not mail a contact message to an admin'),
        );
    }
  }

  async function withNames(messages: readonly repo.StoredMessage[]): Promise<ContactMessage[]> {
    const senders = messages.flatMap(({ userId }) => userId ?? []);
    const names = await users.summaries([...new Set(senders)]);
    return messages.map(({ userId, createdAt, handledAt, ...message }) => ({
      ...message,
      username: (userId && names.get(userId)?.username) ?? null,
      createdAt: createdAt.toISOString(),
      handledAt: handledAt?.toISOString() ?? null,
    }));
  }

  return {
    ticket: () => tickets.issue(),
    async send({ ticket, website, ...form }, { userId, network }) {
      const verdict = tickets.check(ticket);
      if (verdict === 'too_fast') throw pagesErrors.contact_too_fast();
      if (typeof verdict === 'string') throw pagesErrors.contact_expired();
      if (website !== '') return;
      const { count, expiresInMs } = await countNetwork(sent, {
        of: 'network',
        network,
        windowMs: HOUR_MS,
        max: MAX_PER_NETWORK,
      });
      if (count > MAX_PER_NETWORK) {
        throw pagesErrors.contact_limited({ retryAfterSeconds: Math.ceil(expiresInMs / 1000) });
      }
      await db.transact(async (tx, onCommit) => {
        if ((await repo.countRecent(tx)) >= MAX_PER_HOUR) {
          throw pagesErrors.contact_full({ retryAfterSeconds: 3600 });
        }
        const isStored = await repo.insertMessage(tx, form, { userId, ticketId: verdict.id });
        if (!isStored) throw pagesErrors.contact_expired();
        onCommit(() => mailAdmins(form));
      });
    },
    async list({ cursor, ...filter }) {
      const after = cursor === undefined ? null : decodeCursor(idKey, cursor);
      const limit = CONTACT_PAGE_SIZE + 1;
      const rows = await db.read((reader) => repo.findMessages(reader, filter, { after, limit }));
      const { items, next } = pageOfRows(rows, CONTACT_PAGE_SIZE, ({ id }) => [id]);
      return { items: await withNames(items), next };
    },
    open: () => db.read(repo.countOpen),
    exportOf: async (id) => ({ contactMessages: await db.read((reader) => repo.findMessagesOf(reader, id)) }),
    async setHandled(id, handled, by) {
      const changed = await db.transact(async (tx) => {
        const action = handled ? 'message.handled' : 'message.reopened';
        const message = await repo.setHandled(tx, id, handled ? by.userId : null);
        if (message) await audit(tx, { by, action, kind: 'message', id });
        return message;
      });
      const [message] = changed ? await withNames([changed]) : [];
      if (!message) throw pagesErrors.message_not_found();
      return message;
    },
  };
}
