/** Countries between which Stripe moves money without a contract (docs.stripe.com/connect/cross-border-payouts). */

/** The countries of the European Economic Area in which Stripe operates. */
const EEA = 'AT BE BG HR CY CZ DE DK EE ES FI FR GR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);
const TOGETHER: readonly string[] = ['CA', 'CH', 'GB', 'US', ...EEA];

/** Countries in which creators can have accounts, by the country of the platform (ISO 3166-1). */
export const countriesFor = (platform: string): readonly string[] =>
  TOGETHER.includes(platform) ? TOGETHER : [platform];
