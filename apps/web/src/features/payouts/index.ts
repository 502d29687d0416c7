export { PayoutTable } from './admin/payout-table.tsx';
export { DonationsGiven, PaymentMethodsNote, Payments } from './billing/payments.tsx';
export { Receipt } from './billing/receipt.tsx';
export { EarningsPanel } from './earnings/earnings-panel.tsx';
export { OwnEarnings } from './earnings/own-earnings.tsx';
export { OwnPayouts } from './own/own-payouts.tsx';
export { Statement } from './own/statement.tsx';
