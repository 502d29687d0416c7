import { getRouteApi } from '@tanstack/react-router';
import { CryptoPaymentPage as Payment } from '@/features/payments/index.ts';

const route = getRouteApi('/pay/crypto/$checkoutId');

export function CryptoPaymentPage() {
  const { checkoutId } = route.useParams();
  return <Payment key={checkoutId} checkoutId={checkoutId} />;
}
