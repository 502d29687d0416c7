/** Actions of a payer on the sandbox's payment page. */
import type { Database } from '#platform/db/database.ts';
import { ProviderRefused } from '../provider.errors.ts';
import type { SandboxBilling } from './sandbox-billing.ts';
import { SESSION, type Session } from './sandbox-objects.ts';
import { get, lock, save } from './sandbox-store.ts';
import type { SandboxWebhooks } from './sandbox-webhooks.ts';

/** The delay of the webhook of a delayed payment. */
const DELAY_MS = 20_000;

export interface PaymentPage {
  /** @throws ProviderRefused if there is no such page */
  read(sessionId: string): Promise<Session & { readonly acceptsPayment: boolean }>;
  /** Pays. @throws ProviderRefused if the page no longer accepts payments */
  approve(sessionId: string, webhook?: 'at_once' | 'delayed'): Promise<Session>;
  /** Fails the payment permanently. @throws ProviderRefused */
  decline(sessionId: string): Promise<Session>;
}

export function createPaymentPage({
  db,
  billing,
  webhooks,
  now,
}: {
  readonly db: Database;
  readonly billing: Pick<SandboxBilling, 'charge'>;
  readonly webhooks: Pick<SandboxWebhooks, 'announce'>;
  readonly now: () => Date;
}): PaymentPage {
  const acceptsPayment = ({ status, expiresAt }: Session) => status === 'open' && now() < expiresAt;

  const whileOpen = (sessionId: string, finish: 'approve' | 'decline', delayMs = 0): Promise<Session> =>
    db.transact(async (tx) => {
      const session = await lock(tx, SESSION, sessionId);
      if (!acceptsPayment(session.state)) {
        throw new ProviderRefused('This payment page is closed. Go back and start again.');
      }
      if (finish === 'approve') {
        await save(tx, sessionId, { ...session.state, status: 'paid' });
        await billing.charge(tx, session, delayMs);
      } else {
        const reason = 'The payment was declined. You were not charged.';
        await save(tx, sessionId, { ...session.state, status: 'failed', reason });
        await webhooks.announce(tx, 'session.failed', { kind: 'session', id: sessionId });
      }
      return session.state;
    });

  return {
    async read(sessionId) {
      const { state } = await db.read((reader) => get(reader, SESSION, sessionId));
      return { ...state, acceptsPayment: acceptsPayment(state) };
    },
    approve: (sessionId, webhook = 'at_once') =>
      whileOpen(sessionId, 'approve', webhook === 'delayed' ? DELAY_MS : 0),
    decline: (sessionId) => whileOpen(sessionId, 'decline'),
  };
}
