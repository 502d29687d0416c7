/** H.264 in Annex B, which x264 writes: NAL units after start codes of three or four bytes. */

export function nalsOf(annexB: Buffer): Buffer[] {
  const starts: { readonly code: number; readonly body: number }[] = [];
  for (let at = annexB.indexOf('000001', 0, 'hex'); at >= 0; at = annexB.indexOf('000001', at + 3, 'hex'))
    starts.push({ code: at > 0 && annexB[at - 1] === 0 ? at - 1 : at, body: at + 3 });
  return starts.map(({ body }, index) => annexB.subarray(body, starts[index + 1]?.code ?? annexB.length));
}

/** Converts Annex B to the form of MP4, with lengths of four bytes. */
export function lengthPrefixed(annexB: Buffer): Uint8Array {
  const parts = nalsOf(annexB).flatMap((nal) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(nal.length);
    return [length, nal];
  });
  return new Uint8Array(Buffer.concat(parts));
}
