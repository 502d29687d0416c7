export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };
