/** Payments through a local PayPal server that are booked in a real database. */
import { expect } from 'vitest';
import { z } from 'zod';
import { createPaypal } from '#features/payments/providers/paypal/paypal.ts';
import { defineProvider } from '#features/payments/providers/provider-definition.ts';
import { createPaymentsFixture } from '../payments/payments-fixture.ts';
import { traitsOf } from '../payments/provider-traits.ts';
import { idOf } from './paypal-fixture.ts';
import { startPaypalServer } from './paypal-server.ts';

/** Call at the top of a test file, and close its server in the end. */
export async function createPaypalBooks() {
  const fixture = await createPaymentsFixture();
  const { people, queue, rows, donation, expectBalanced, now, advance } = fixture;
  // The certificate of the local server is valid from now on.
  advance(Date.parse('2031-03-03T12:00:00Z') - now().getTime());
  const server = await startPaypalServer();
  const definition = defineProvider(traitsOf('paypal'), { clientId: z.string() }, async () =>
    createPaypal(server.options),
  );
  const payments = fixture.start({
    definitions: [definition],
    variables: { PAYPAL_CLIENT_ID: 'of the local server' },
  });

  async function open() {
    const { store } = server;
    store.now = now();
    let delivered = server.events.length;

    /** Delivers PayPal's new events, newest first and each twice, and runs the queue. */
    async function settle() {
      store.now = now();
      expect(await queue.runAll()).toEqual([]);
      const events = server.events.slice(delivered).reverse();
      delivered = server.events.length;
      for (const event of [...events, ...events]) {
        await payments.webhooks.receive('paypal', server.webhookOf(event));
      }
      expect(await queue.runAll()).toEqual([]);
      await expectBalanced();
    }

    const creator = await people.streamer();
    async function donate(amount = 1500) {
      const { id } = await payments.donate(donation(creator, { method: 'paypal', amount }));
      return { id, orderId: idOf(await payments.pageOf(id)) };
    }
    const chargesOf = async (checkoutId: string) =>
      (await rows('charges')).filter((row) => row.checkout_id === checkoutId);

    /** Books a donation. @returns its payment, and a function that reads the payment from the ledger */
    async function paid(amount = 1500) {
      const { id, orderId } = await donate(amount);
      server.people.approve(orderId);
      await settle();
      const charge = async () => (await chargesOf(id))[0] ?? expect.fail('Nothing was booked');
      const { id: chargeId, payment_id: paymentId } = await charge();
      const taken = async () => {
        const { refunded_cents, disputed_cents, lost_cents } = await charge();
        return {
          refunded: Number(refunded_cents),
          disputed: Number(disputed_cents),
          lost: Number(lost_cents),
        };
      };
      return { orderId, chargeId: String(chargeId), paymentId: String(paymentId), charge, taken };
    }

    return { ...server, creator, settle, donate, paid, chargesOf };
  }

  return { ...fixture, server, payments, open };
}
