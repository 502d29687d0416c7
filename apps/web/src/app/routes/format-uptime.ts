/** `3 minutes`, `5 hours`, `12 days`: the largest whole unit. */
export function formatUptime(seconds: number): string {
  const [unit, length] =
    seconds >= 86_400
      ? (['day', 86_400] as const)
      : seconds >= 3600
        ? (['hour', 3600] as const)
        : (['minute', 60] as const);
  const count = Math.max(1, Math.floor(seconds / length));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
