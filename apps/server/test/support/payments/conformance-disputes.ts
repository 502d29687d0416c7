import { expect, it } from 'vitest';
import { ProviderUnavailable } from '#features/payments/providers/provider.errors.ts';
import { factsOfKind, factsOfWebhooks, payCheckout, takeWebhooks } from './conformance-steps.ts';
import type { OpenDriver } from './provider-conformance.ts';

export function describeDisputes(openDriver: OpenDriver): void {
  it.each(['won', 'lost'] as const)(
    'reports a dispute that is opened and %s, and takes evidence once its API answers',
    async (outcome) => {
      const driver = await openDriver();
      if (!driver.openDispute || !driver.settleDispute) expect.fail('The driver opens no disputes');
      const { captured } = await payCheckout(driver);
      await takeWebhooks(driver);
      await driver.openDispute(captured.paymentId);
      const opened = factsOfKind(await factsOfWebhooks(driver, await takeWebhooks(driver)), 'dispute').at(-1);
      expect(opened).toMatchObject({ paymentId: captured.paymentId, amountCents: 1250, status: 'open' });
      const disputeId = opened?.disputeId ?? expect.fail('No dispute was reported');
      const evidence = 'The donor wrote that they gave it on purpose.';
      const submit = async () => driver.provider.disputes?.submitEvidence(disputeId, evidence);
      await driver.break('failing');
      await expect(submit()).rejects.toThrow(ProviderUnavailable);
      await driver.repair();
      await submit();
      await driver.settleDispute(disputeId, outcome);
      const settled = factsOfKind(await factsOfWebhooks(driver, await takeWebhooks(driver)), 'dispute').at(
        -1,
      );
      expect(settled).toMatchObject({ disputeId, status: outcome });
    },
  );
}
