export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

/** A flow that must work everywhere runs whole in each of these, with accounts of its own. */
export const VIEWPORTS = [PHONE, DESK];
