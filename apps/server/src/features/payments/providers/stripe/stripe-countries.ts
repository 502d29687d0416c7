/** Between which countries Stripe moves money without a contract of its own (docs.stripe.com/connect/cross-border-payouts). */

/** The European Economic Area, as far as Stripe is there. */
const EEA = 'AT BE BG HR CY CZ DE DK EE ES FI FR GR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);
const TOGETHER: readonly string[] = ['CA', 'CH', 'GB', 'US', ...EEA];

/** In which countries creators can have accounts, for a platform in this one. */
export const countriesFor = (platform: string): readonly string[] =>
  TOGETHER.includes(platform) ? TOGETHER : [platform];
