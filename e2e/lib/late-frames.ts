/**
 * Which frame an encoder captures next. A late encoder skips frames, as a camera would, and stays in real time.
 *
 * With B-frames it skips none of the first ones: from their times the encoder decides by how much decode times precede
 * all presentation times. With a gap among them, the first decode times would lie before those of the audio that has
 * been sent, which FLV cannot say.
 * @param frame the one that follows the last
 */
export function nextFrame(
  frame: number,
  seconds: number,
  { fps, bFrames }: { fps: number; bFrames: number },
): number {
  const now = Math.floor(seconds * fps);
  return now > frame + 1 && (bFrames === 0 || frame > bFrames) ? now : frame;
}
