/** Requests and lists refunds for admins. */
import type { ListedRefund, RefundRequest, RefundStatus } from '@tributary/contracts/payments';
import { type Channels, idsOf } from '#features/channels/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { findCharge } from '../charges/charges.repo.ts';
import { findRefund, findRefunds } from '../charges/refunds.repo.ts';
import { BY_AGE, newestFirst, type Page, readPage } from '../pages.repo.ts';
import type { RefundRequests } from '../settlement/refund-requests.service.ts';
import { refundNotMade } from '../settlement/refunds.notifications.ts';
import { chargeErrors } from './charge-details.service.ts';
import { type ChargeList, partiesOf } from './charge-list.service.ts';
import { findChargesByIds } from './charge-search.repo.ts';
import { toAdminRefund } from './corrections.ts';

export interface AdminRefunds {
  /** Repeating it changes nothing. @throws RefundTooLarge, AppError `charge_not_found` */
  request(by: Actor, chargeId: string, refund: RefundRequest): Promise<void>;
  /** Gives up a refund that only a deleted creator could send. @throws AppError `refund_not_found`, `refund_not_abandoned` */
  close(by: Actor, id: string, reason: string): Promise<void>;
  /** @throws AppError `cursor_invalid` */
  list(request: {
    status?: RefundStatus | undefined;
    cursor?: string | undefined;
  }): Promise<Page<ListedRefund>>;
}

export interface AdminRefundsOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly refunds: Pick<RefundRequests, 'request' | 'fail'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly list: Pick<ChargeList, 'peopleOf'>;
}

export function createAdminRefunds(options: AdminRefundsOptions): AdminRefunds {
  const { db, channels, refunds, notifications, list } = options;
  return {
    request: (by, chargeId, { id, amount: amountCents, reason }) =>
      db.transact(async (tx) => {
        if (!(await findCharge(tx, chargeId))) throw chargeErrors.charge_not_found();
        const refund = { id, chargeId, amountCents, reason, requestedBy: by.userId };
        if (!(await refunds.request(tx, refund))) return;
        await audit(tx, {
          by,
          action: 'charge.refunded',
          kind: 'charge',
          id: chargeId,
          reason,
          after: { amountCents },
        });
      }),
    close: (by, id, reason) =>
      db.transact(async (tx) => {
        const refund = await findRefund(tx, id);
        const charge = refund && (await findCharge(tx, refund.chargeId));
        if (!charge) throw chargeErrors.refund_not_found();
        if (refund.status !== 'pending' || !refund.byCreator || charge.creatorId !== null)
          throw chargeErrors.refund_not_abandoned();
        const { amountCents } = refund;
        await refunds.fail(tx, refund, reason);
        await audit(tx, {
          by,
          action: 'refund.closed',
          kind: 'charge',
          id: charge.id,
          reason,
          after: { refund: id, amountCents },
        });
        if (!charge.payerId) return;
        const notification = refundNotMade.of({ id, amountCents, currency: charge.currency, reason });
        await notifications.notify(tx, { userId: charge.payerId, ...notification });
      }),
    async list({ status, cursor }) {
      const { items, next } = await readPage(BY_AGE, newestFirst(cursor), (slice) =>
        db.read((reader) => findRefunds(reader, status, slice)),
      );
      const charges = await db.read((reader) =>
        findChargesByIds(
          reader,
          items.map(({ chargeId }) => chargeId),
        ),
      );
      const people = await list.peopleOf(charges);
      const requesters = await channels.summaries(idsOf(items, ({ requestedBy }) => requestedBy));
      const byId = new Map(charges.map((charge) => [charge.id, charge]));
      return {
        next,
        items: items.flatMap((refund) => {
          const charge = byId.get(refund.chargeId);
          if (!charge) return [];
          const { provider } = charge;
          return [{ ...toAdminRefund(refund, charge, requesters), provider, ...partiesOf(charge, people) }];
        }),
      };
    },
  };
}
