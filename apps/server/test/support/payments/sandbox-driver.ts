/** Drives the sandbox for the conformance suite, with its own database. */
import { DEFINITIONS } from '#features/payments/providers/providers.ts';
import { createSandbox, type Sandbox } from '#features/payments/providers/sandbox/sandbox.ts';
import { SUBSCRIPTION } from '#features/payments/providers/sandbox/sandbox-objects.ts';
import { get } from '#features/payments/providers/sandbox/sandbox-store.ts';
import type { TestDatabase } from '../database.ts';
import type { TestJobs } from '../test-jobs.ts';
import type { ProviderDriver, SentWebhook } from './provider-driver.ts';

export interface SandboxDriver extends ProviderDriver {
  readonly sandbox: Sandbox;
}

/** @param testJobs must not be shared */
export function createSandboxDriver(
  db: TestDatabase,
  testJobs: TestJobs,
  method: ProviderDriver['method'],
): SandboxDriver {
  let nowMs = Date.parse('2026-03-01T12:00:00Z');
  const now = () => new Date(nowMs);
  const sent: SentWebhook[] = [];
  const sandbox = createSandbox({
    db,
    jobs: testJobs.jobs,
    secret: 'a secret of the tests',
    transport: async (message) => {
      sent.push(message);
      return 200;
    },
    imitated: DEFINITIONS,
    now,
  });
  testJobs.register(sandbox.jobs);
  const { page, backOffice, billing } = sandbox;
  return {
    sandbox,
    provider: sandbox.provider,
    method,
    account: null,
    now,
    advance(ms) {
      nowMs += ms;
    },
    approve: async ({ reference }) => void (await page.approve(reference)),
    decline: async ({ reference }) => void (await page.decline(reference)),
    refundAtProvider: (paymentId, amountCents) =>
      db.transact(async (tx) => void (await backOffice.refund(tx, paymentId, amountCents, null))),
    openDispute: async (paymentId) => void (await backOffice.openDispute(paymentId)),
    settleDispute: (disputeId, outcome) => backOffice.settleDispute(disputeId, outcome),
    async completeOnboarding(account) {
      await backOffice.completeOnboarding(account);
      return account;
    },
    settlePayout: async () => {
      nowMs += 60_000;
      await sandbox.advance();
    },
    async renew(subscriptionId, payment) {
      await billing.setDeclines(subscriptionId, payment === 'fails');
      const { state } = await db.read((reader) => get(reader, SUBSCRIPTION, subscriptionId));
      nowMs = state.periodEnd.getTime();
      await sandbox.advance();
    },
    async takeWebhooks() {
      const failures = await testJobs.runAll();
      if (failures.length > 0) throw failures[0];
      return sent.splice(0);
    },
    break: () => backOffice.setOutage(true),
    repair: () => backOffice.setOutage(false),
  };
}
