import { defineErrors } from '#platform/errors.ts';

export const cryptoErrors = defineErrors({
  crypto_not_available: ['conflict', 'This instance takes no crypto payments.'],
  crypto_address_differs: [
    'conflict',
    'This key has another first address than the one that you compared. Check the key again.',
  ],
  crypto_account_taken: [
    'conflict',
    'This wallet account is connected to another channel. Create another account in your wallet.',
  ],
  charge_not_found: ['not_found', 'There is no such crypto payment, or it was made to another creator.'],
});
