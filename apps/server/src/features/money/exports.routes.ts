/** Money's lists as tables for spreadsheets: amounts in the currency's units, so that sums can be made of them. */
import {
  type AdminDonation,
  type AdminPayout,
  type Donation,
  exportAllDonations,
  exportAllPayouts,
  exportDonations,
} from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { RecordExport } from '#platform/audit/index.ts';
import { sendCsv } from '#platform/http/csv.ts';
import { route } from '#platform/http/route.ts';
import type { Donations } from './donations.service.ts';
import type { Payouts } from './payouts.service.ts';

interface ExportParts {
  readonly donations: Donations;
  readonly payouts: Payouts;
  readonly recordExport: RecordExport;
}

export function exportRoutes(app: FastifyInstance, { donations, payouts, recordExport }: ExportParts): void {
  route(app, exportDonations, ({ caller, reply }) =>
    sendCsv(reply, 'donations.csv', {
      pages: (cursor) => donations.received(caller.userId, cursor),
      columns: DONATION,
    }),
  );
  route(app, exportAllDonations, async ({ query, reply, actor }) => {
    await recordExport(actor, 'donations', query);
    return sendCsv<AdminDonation>(reply, 'donations.csv', {
      pages: (cursor) => donations.all({ ...query, cursor }),
      columns: { ...DONATION, to: ({ recipient }) => recipient?.username ?? null },
    });
  });
  route(app, exportAllPayouts, async ({ query, reply, actor }) => {
    await recordExport(actor, 'payouts', query);
    return sendCsv<AdminPayout>(reply, 'payouts.csv', {
      pages: (cursor) => payouts.all({ ...query, cursor }),
      columns: {
        id: ({ id }) => id,
        streamer: ({ streamer }) => streamer?.username ?? null,
        from: ({ periodStart }) => periodStart,
        until: ({ periodEnd }) => periodEnd,
        due: ({ dueDate }) => dueDate,
        status: ({ status }) => status,
        amount: ({ amount }) => inUnits(amount),
        currency: ({ currency }) => currency,
      },
    });
  });
}

const DONATION = {
  id: ({ id }: Donation) => id,
  at: ({ createdAt }: Donation) => createdAt,
  from: ({ donor }: Donation) => donor?.username ?? null,
  amount: ({ amount }: Donation) => inUnits(amount),
  fee: ({ platformFee }: Donation) => inUnits(platformFee),
  net: ({ netAmount }: Donation) => inUnits(netAmount),
  currency: ({ currency }: Donation) => currency,
  status: ({ status }: Donation) => status,
  provider: ({ paymentProvider }: Donation) => paymentProvider,
  message: ({ message }: Donation) => message,
};

/** `12.50`: written from its digits, never by way of a fraction. */
function inUnits(minor: number): string {
  const digits = String(minor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
