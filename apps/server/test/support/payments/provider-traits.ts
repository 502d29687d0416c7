import type { ProviderTraits } from '#features/payments/providers/provider-definition.ts';

/** What a definition of a provider says about it, where a test does not care. */
export const traitsOf = (name: string, more: Partial<ProviderTraits> = {}): ProviderTraits => ({
  ...{ name, label: name, methodLabel: name, summary: 'A provider of a test.' },
  ...{ purposes: ['donation', 'ticket', 'subscription', 'gift'], proratesSubscriptions: true, webhooks: [] },
  heldBy: 'platform',
  ...more,
});
