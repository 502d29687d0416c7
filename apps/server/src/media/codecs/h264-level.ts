/**
 * The levels of H.264 (ITU-T H.264 table A-1): name as ten times its number, macroblocks a frame, macroblocks a second.
 */
const LEVELS = [
  [21, 792, 19_800],
  [22, 1620, 20_250],
  [30, 1620, 40_500],
  [31, 3600, 108_000],
  [32, 5120, 216_000],
  [40, 8192, 245_760],
  [42, 8704, 522_240],
  [50, 22_080, 589_824],
  [51, 36_864, 983_040],
] as const;

/** The codec string (RFC 6381) of High profile at the lowest level that allows such frames. */
export function highProfileCodec(width: number, height: number, framesPerSecond: number): string {
  const frame = Math.ceil(width / 16) * Math.ceil(height / 16);
  const found = LEVELS.find(
    ([, maxFrame, maxRate]) => frame <= maxFrame && frame * framesPerSecond <= maxRate,
  );
  const [level] = found ?? [52];
  return `avc1.6400${level.toString(16)}`;
}
