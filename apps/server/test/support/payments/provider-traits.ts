import type { ProviderTraits } from '#features/payments/providers/provider-definition.ts';

/** The traits of a provider for tests that do not depend on them. */
export const traitsOf = (name: string, more: Partial<ProviderTraits> = {}): ProviderTraits => ({
  name,
  label: name,
  methodLabel: name,
  summary: 'A provider of a test.',
  purposes: ['donation', 'ticket', 'subscription', 'gift'],
  proratesSubscriptions: true,
  webhooks: [],
  heldBy: 'platform',
  ...more,
});
