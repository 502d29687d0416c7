/** Consent to mature content, asked once per tab. */
const STORAGE_KEY = 'tributary.mature';

export const hasMatureConsent = (): boolean => sessionStorage.getItem(STORAGE_KEY) !== null;

export const giveMatureConsent = (): void => sessionStorage.setItem(STORAGE_KEY, 'yes');
