/** The address of the page of the app that led to this one; empty: this one was loaded. */
export const previousPage = { href: '' };
