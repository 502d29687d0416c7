/** Clocks and days as the creator's pages write them: by the reader's own zone, but for days that are counted. */

export const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
export const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
/** Of statistics, whose days are UTC's. */
export const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
