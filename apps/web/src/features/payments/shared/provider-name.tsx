import { usePaymentProviders } from '../api/use-checkout.ts';

/** Names of payment providers for people, as the server tells them. */
export function useProviderNames(): (provider: string, unknown?: string) => string {
  const providers = usePaymentProviders();
  return (provider, unknown = provider) => providers.find(({ name }) => name === provider)?.label ?? unknown;
}

export const ProviderName = ({ of }: { of: string }) => useProviderNames()(of);
