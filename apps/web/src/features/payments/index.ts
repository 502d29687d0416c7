export { ChargePage } from './admin/charges/charge-page.tsx';
export { Creator, ProviderId } from './admin/charges/charge-parts.tsx';
export { ChargeTable } from './admin/charges/charge-table.tsx';
export { RefundTable } from './admin/charges/refund-table.tsx';
export { DisputeTable } from './admin/disputes/dispute-table.tsx';
export { MoneyTasks } from './admin/money-tasks.tsx';
export { ProviderList } from './admin/providers/provider-list.tsx';
export { ReconciliationPage } from './admin/reconciliation/reconciliation-page.tsx';
export { ReconciliationTable } from './admin/reconciliation/reconciliation-table.tsx';
export { WebhookTable } from './admin/webhooks/webhook-table.tsx';
export {
  ProviderName,
  useCheckout,
  useOpenCheckout,
  usePaymentMethods,
  usePaymentProviders,
  useProviderNames,
} from './api/use-checkout.ts';
export { CheckoutPage } from './checkout/checkout-page.tsx';
export { CheckoutStatus } from './checkout/checkout-status.tsx';
export { NextStep, useHere } from './checkout/next-step.tsx';
export { OrderForm } from './checkout/order-form.tsx';
export { OrderSummary } from './checkout/order-summary.tsx';
export { OrderTotal } from './checkout/order-total.tsx';
export { AccountPayer, Payer } from './checkout/payer.tsx';
export { CryptoPaymentPage } from './crypto/crypto-payment-page.tsx';
export { RefundsToSend } from './crypto/refunds-to-send.tsx';
export { UncreditedPayments } from './crypto/uncredited-payments.tsx';
export { filterOf, listOf } from './shared/lists.ts';
export { MoneyTable, moneyColumn } from './shared/money-table.tsx';
export { PROCEEDS, useRefreshPurchases } from './shared/scopes.ts';
export { ChargeBadge } from './shared/statuses.tsx';
export { TestMoney } from './shared/test-money.tsx';
export { AVAILABILITY, formatPrice, PURPOSE_NAMES, TICKET_AVAILABILITY } from './shared/texts.ts';
