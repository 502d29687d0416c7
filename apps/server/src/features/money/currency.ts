/** The one that the schema allows: sums of different currencies mean nothing. */
export const CURRENCY = 'USD';
