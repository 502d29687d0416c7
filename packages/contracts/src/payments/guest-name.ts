/** Donors without an account, who may enter a name. */
export const GUEST_NAME_MAX = 30;
/** The address for a guest's receipt is removed once the receipt is sent, and after this long at the latest. */
export const RECEIPT_EMAIL_DAYS = 30;

/** The suffix keeps a guest from posing as an account of the same name. */
export const guestLabel = (name: string | null): string => (name === null ? 'Guest' : `${name} (guest)`);
