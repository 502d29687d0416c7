import {
  type AdminDonation,
  type Donation,
  exportAllDonations,
  exportDonations,
  hideDonationMessage,
  listAllDonations,
  listDonations,
  refundDonation,
} from '@tributary/contracts/donations';
import { guestLabel } from '@tributary/contracts/payments';
import type { FastifyInstance } from 'fastify';
import { toDecimal } from '#features/payments/index.ts';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/responses/csv.ts';
import { route } from '#platform/http/route.ts';
import type { Donations } from './donations.service.ts';

export function donationRoutes(app: FastifyInstance, donations: Donations, recordExport: RecordExport): void {
  route(app, listDonations, ({ caller, query }) => donations.received(caller.userId, query));
  route(app, refundDonation, ({ caller, params }) => donations.refund(caller.userId, params.id));
  route(app, hideDonationMessage, ({ caller, params, body }) =>
    donations.hideMessage(caller.userId, params.id, body.isHidden),
  );
  route(app, listAllDonations, ({ query }) => donations.all(query));

  route(app, exportDonations, ({ caller, query, reply }) =>
    sendCsv(reply, 'donations.csv', {
      pages: (cursor) => donations.received(caller.userId, { ...query, cursor }),
      columns: RECEIVED,
    }),
  );
  route(app, exportAllDonations, async ({ query, reply, actor }) => {
    await recordExport(actor, 'donations', query);
    return sendCsv<AdminDonation>(reply, 'donations.csv', {
      pages: (cursor) => donations.all({ ...query, cursor }),
      columns: { ...RECEIVED, to: ({ recipient }) => recipient?.username ?? null },
    });
  });
}

const RECEIVED = {
  id: ({ id }: Donation) => id,
  at: ({ createdAt }: Donation) => createdAt,
  from: ({ donor, guestName }: Donation) => donor?.username ?? (guestName && guestLabel(guestName)),
  amount: ({ amount }: Donation) => toDecimal(amount),
  fee: ({ platformFee }: Donation) => toDecimal(platformFee),
  net: ({ netAmount }: Donation) => toDecimal(netAmount),
  currency: ({ currency }: Donation) => currency,
  status: ({ status }: Donation) => status,
  provider: ({ paymentProvider }: Donation) => paymentProvider,
  message: ({ message }: Donation) => message,
};
