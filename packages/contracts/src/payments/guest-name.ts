/** Donors without an account, who may give a name. */
export const GUEST_NAME_MAX = 30;
/** The address for the receipt of a guest is removed once that is sent, and after this long at the latest. */
export const RECEIPT_EMAIL_DAYS = 30;

/** The addition keeps a guest from passing for an account of the same name. */
export const guestLabel = (name: string | null): string => (name === null ? 'Guest' : `${name} (guest)`);
