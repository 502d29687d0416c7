const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `512 bytes`, `3.4 MB`, `27 GB`: decimal units, as disks have them. */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** unit;
  return `${unit === 0 || amount >= 10 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[unit]}`;
}
