import { expect, it } from 'vitest';
import { factsOfKind, factsOfWebhooks, payCheckout, takeWebhooks } from './conformance-steps.ts';
import type { OpenDriver } from './provider-conformance.ts';

export function describeDisputes(openDriver: OpenDriver): void {
  it.each(['won', 'lost'] as const)('reports a dispute that is opened and %s', async (outcome) => {
    const driver = await openDriver();
    if (!driver.openDispute || !driver.settleDispute) expect.fail('The driver opens no disputes');
    const { captured } = await payCheckout(driver);
    await takeWebhooks(driver);
    await driver.openDispute(captured.paymentId);
    const opened = factsOfKind(await factsOfWebhooks(driver, await takeWebhooks(driver)), 'dispute').at(-1);
    expect(opened).toMatchObject({ paymentId: captured.paymentId, amountCents: 1250, status: 'open' });
    const disputeId = opened?.disputeId ?? expect.fail('No dispute was reported');
    await driver.provider.disputes?.submitEvidence(
      disputeId,
      'The donor wrote that they gave it on purpose.',
    );
    await driver.settleDispute(disputeId, outcome);
    const settled = factsOfKind(await factsOfWebhooks(driver, await takeWebhooks(driver)), 'dispute').at(-1);
    expect(settled).toMatchObject({ disputeId, status: outcome });
  });
}
