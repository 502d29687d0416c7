/** Milliseconds since the epoch with fractions, comparable between the processes of one machine. */
export function wallClock(): number {
  return performance.timeOrigin + performance.now();
}
