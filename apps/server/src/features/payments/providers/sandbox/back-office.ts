/**
 * Events at the sandbox that happen without the payer: disputes, refunds, creators' accounts, payouts and an outage.
 */
import { formatMoney } from '@tributary/contracts/shared';
import type { Database, Reader, Writer } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { ProviderRefused } from '../provider.errors.ts';
import {
  ACCOUNT,
  type Account,
  DISPUTE,
  type Dispute,
  OUTAGE,
  PAYMENT,
  PAYOUT,
  type Payment,
  REFUND,
} from './sandbox-objects.ts';
import { childrenOf, create, dueIds, get, lock, newest, type SandboxObject, save } from './sandbox-store.ts';
import type { SandboxWebhooks } from './sandbox-webhooks.ts';

const EVIDENCE_MS = 7 * DAY_MS;
const PAYOUTS_PER_RUN = 200;
const OUTAGE_KEY = 'api';
const LISTED = 30;

export interface BackOffice {
  /** Idempotent by `requestId`, if it is given. @throws ProviderRefused if the amount exceeds what is left */
  refund(tx: Writer, paymentId: string, amountCents: number, requestId: string | null): Promise<string>;
  refundRest(paymentId: string): Promise<void>;
  openDispute(paymentId: string): Promise<string>;
  settleDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>;
  completeOnboarding(account: string): Promise<string>;
  setPayoutsFail(account: string, payoutsFail: boolean): Promise<void>;
  /** Completes or fails the payouts that are due. @param until now by default */
  settleDuePayouts(until?: Date): Promise<void>;
  setOutage(isDown: boolean): Promise<void>;
  isDown(db: Reader): Promise<boolean>;
  /** The newest objects of each kind, for the sandbox's page. */
  overview(): Promise<Overview>;
}

export interface Overview {
  readonly isDown: boolean;
  readonly payments: readonly (SandboxObject<Payment> & {
    readonly disputes: readonly SandboxObject<Dispute>[];
  })[];
  readonly accounts: readonly SandboxObject<Account>[];
}

export function createBackOffice({
  db,
  webhooks,
  now,
}: {
  readonly db: Database;
  readonly webhooks: Pick<SandboxWebhooks, 'announce'>;
  readonly now: () => Date;
}): BackOffice {
  /** Sends a webhook about the payment page of a payment. */
  const announce = (tx: Writer, type: string, { parent }: SandboxObject<object>) =>
    webhooks.announce(tx, type, { kind: 'session', id: parent ?? '' });

  async function isDown(reader: Reader): Promise<boolean> {
    return (await newest(reader, OUTAGE, 1)).some(({ state }) => state.isDown);
  }

  const office: BackOffice = {
    isDown,
    async refund(tx, paymentId, amountCents, requestId) {
      const payment = await lock(tx, PAYMENT, paymentId);
      const disputes = await childrenOf(tx, DISPUTE, paymentId);
      const state = { amountCents, requestId };
      const refund = await create(tx, REFUND, state, { at: now(), parent: paymentId, key: requestId });
      if (!refund.isNew) return refund.id;
      const leftCents = payment.state.amountCents - payment.state.refundedCents;
      if (amountCents === 0 || amountCents > leftCents) {
        const money = (cents: number) => formatMoney(cents, payment.state.currency);
        throw new ProviderRefused(
          `Only ${money(leftCents)} of ${money(payment.state.amountCents)} can be refunded.`,
        );
      }
      if (disputes.some(({ state: { status } }) => status !== 'won')) {
        throw new ProviderRefused('The payment is disputed, so it cannot be refunded.');
      }
      await save(tx, paymentId, {
        ...payment.state,
        refundedCents: payment.state.refundedCents + amountCents,
      });
      await announce(tx, 'payment.refunded', payment);
      return refund.id;
    },
    refundRest: (paymentId) =>
      db.transact(async (tx) => {
        const { state } = await get(tx, PAYMENT, paymentId);
        await office.refund(tx, paymentId, state.amountCents - state.refundedCents, null);
      }),
    openDispute: (paymentId) =>
      db.transact(async (tx) => {
        const payment = await lock(tx, PAYMENT, paymentId);
        const amountCents = payment.state.amountCents - payment.state.refundedCents;
        const earlier = await childrenOf(tx, DISPUTE, paymentId);
        if (amountCents === 0 || earlier.length > 0) {
          throw new ProviderRefused('A payment can be disputed once, and not after a full refund.');
        }
        const at = now();
        const evidenceDueAt = new Date(at.getTime() + EVIDENCE_MS);
        const reason = 'The payer does not recognize the payment.';
        const state = {
          amountCents,
          status: 'open',
          reason,
          evidence: '',
          evidenceDueAt,
          changedAt: at,
        } as const;
        const { id } = await create(tx, DISPUTE, state, { at, parent: paymentId });
        await announce(tx, 'dispute.opened', payment);
        return id;
      }),
    settleDispute: (disputeId, outcome) =>
      db.transact(async (tx) => {
        const { state, parent } = await lock(tx, DISPUTE, disputeId);
        if (state.status !== 'open') throw new ProviderRefused(`The dispute is ${state.status} already.`);
        await save(tx, disputeId, { ...state, status: outcome, changedAt: now() });
        await announce(tx, `dispute.${outcome}`, await get(tx, PAYMENT, parent ?? ''));
      }),
    completeOnboarding: (account) =>
      db.transact(async (tx) => {
        const { state } = await lock(tx, ACCOUNT, account);
        await save(tx, account, { ...state, isReady: true });
        await webhooks.announce(tx, 'account.updated', { kind: 'account', id: account });
        return state.returnUrl;
      }),
    setPayoutsFail: (account, payoutsFail) =>
      db.transact(async (tx) => {
        const { state } = await lock(tx, ACCOUNT, account);
        await save(tx, account, { ...state, payoutsFail });
      }),
    async settleDuePayouts(until = now()) {
      const ids = await db.read((reader) => dueIds(reader, PAYOUT, until, PAYOUTS_PER_RUN));
      for (const id of ids) {
        await db.transact(async (tx) => {
          const { state } = await lock(tx, PAYOUT, id);
          if (state.status !== 'pending') return;
          const { payoutsFail } = (await get(tx, ACCOUNT, state.account)).state;
          const reason = payoutsFail ? 'The bank account is closed.' : null;
          const status = payoutsFail ? 'failed' : 'completed';
          await save(tx, id, { ...state, status, reason, changedAt: now() });
          await webhooks.announce(tx, `payout.${status}`, { kind: 'payout', id });
        });
      }
    },
    setOutage: (down) =>
      db.transact(async (tx) => {
        const { id } = await create(tx, OUTAGE, { isDown: down }, { at: now(), key: OUTAGE_KEY });
        await save(tx, id, { isDown: down });
      }),
    overview: () =>
      db.read(async (reader) => {
        const payments = await newest(reader, PAYMENT, LISTED);
        const accounts = await newest(reader, ACCOUNT, LISTED);
        const disputes = await Promise.all(payments.map(({ id }) => childrenOf(reader, DISPUTE, id)));
        return {
          isDown: await isDown(reader),
          accounts,
          payments: payments.map((payment, index) => ({ ...payment, disputes: disputes[index] ?? [] })),
        };
      }),
  };
  return office;
}
