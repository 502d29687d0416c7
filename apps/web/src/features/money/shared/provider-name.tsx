import { usePaymentProviders } from '../api/use-checkout.ts';

/** Names of payment providers for people, as the server tells them. */
export function useProviderNames(): (provider: string) => string {
  const providers = usePaymentProviders();
  return (provider) => providers.find(({ name }) => name === provider)?.label ?? provider;
}

export const ProviderName = ({ of }: { of: string }) => useProviderNames()(of);
