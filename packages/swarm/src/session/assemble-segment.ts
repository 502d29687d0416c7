/** @returns the segment that consists of these parts; null where one of them is missing */
export function assembleSegment(parts: readonly (Uint8Array | null)[]): Uint8Array<ArrayBuffer> | null {
  const segment = new Uint8Array(parts.reduce((size, part) => size + (part?.length ?? 0), 0));
  let at = 0;
  for (const part of parts) {
    if (part === null) return null;
    segment.set(part, at);
    at += part.length;
  }
  return segment;
}
