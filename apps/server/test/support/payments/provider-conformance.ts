/**
 * The conformance suite of payment providers. Each provider's test file calls it with a driver, which makes the
 * provider act, and with the abilities of the provider.
 */
import { describe } from 'vitest';
import { describeCheckouts } from './conformance-checkouts.ts';
import { describeDisputes } from './conformance-disputes.ts';
import { describePayouts } from './conformance-payouts.ts';
import { describeRefunds } from './conformance-refunds.ts';
import { describeSubscriptions } from './conformance-subscriptions.ts';
import { describeWebhooks } from './conformance-webhooks.ts';
import type { ProviderDriver } from './provider-driver.ts';

/** Opens a provider without any objects. Everything is released when the test finishes. */
export type OpenDriver = () => Promise<ProviderDriver>;

export type Capability =
  | 'declines'
  | 'refunds'
  | 'webhooks'
  /** The provider sends a webhook when a payment page is closed. */
  | 'closing webhooks'
  | 'subscriptions'
  | 'payouts'
  | 'disputes';

export function describeProvider(
  name: string,
  openDriver: OpenDriver,
  capabilities: readonly Capability[],
): void {
  const can = (capability: Capability) => capabilities.includes(capability);
  describe(`${name} as a payment provider`, () => {
    describeCheckouts(openDriver, can('declines'));
    if (can('refunds')) describeRefunds(openDriver);
    if (can('webhooks')) describeWebhooks(openDriver, can('closing webhooks'));
    if (can('subscriptions')) describeSubscriptions(openDriver);
    if (can('payouts')) describePayouts(openDriver);
    if (can('disputes')) describeDisputes(openDriver);
  });
}
