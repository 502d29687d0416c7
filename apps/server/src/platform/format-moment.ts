/** @returns `2026-11-26 14:00 (UTC)`, for sentences */
export const formatMoment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`;
