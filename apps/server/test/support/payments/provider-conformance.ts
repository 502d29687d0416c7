/**
 * What every payment provider does. Each provider's test file calls this with a driver, which makes the provider
 * act, and with what the provider can do.
 */
import { describe } from 'vitest';
import { describeCheckouts } from './conformance-checkouts.ts';
import { describeDisputes } from './conformance-disputes.ts';
import { describePayouts } from './conformance-payouts.ts';
import { describeRefunds } from './conformance-refunds.ts';
import { describeSubscriptions } from './conformance-subscriptions.ts';
import { describeWebhooks } from './conformance-webhooks.ts';
import type { ProviderDriver } from './provider-driver.ts';

/** Opens a provider without any objects; everything is released when the test finishes. */
export type OpenDriver = () => Promise<ProviderDriver>;

export type Capability =
  | 'declines'
  | 'refunds'
  | 'webhooks'
  /** It sends a webhook when a payment page is closed. */
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
