import {
  type Fragment,
  type FragmentSample,
  fragmentHeaderSize,
  writeFragmentHeader,
} from '../containers/mp4/fragment.ts';
import type { MediaBytes } from '../presentation/presentation.ts';
import type { TrackKind } from '../unit.ts';

/**
 * Parts up to this size are copied into one buffer. An audio part has some fifteen frames of 300
 * bytes: copying 5 kB is cheaper than keeping, sending and collecting fifteen views.
 */
const SMALL_PART_BYTES = 16 * 1024;
/** Parts with smaller frames on average are copied too, since a broken encoder may send thousands of them. */
const SMALL_FRAME_BYTES = 512;

/** Writes the bytes of one part: `moof` and `mdat`. Large payloads are views of the encoder's bytes. */
export function writePart(kind: TrackKind, fragment: Fragment): MediaBytes {
  const headerSize = fragmentHeaderSize(kind, fragment.samples.length);
  const byteLength = fragment.samples.reduce((sum, sample) => sum + sample.payload.byteLength, headerSize);
  const isSmall = byteLength <= SMALL_PART_BYTES || byteLength < fragment.samples.length * SMALL_FRAME_BYTES;
  if (!isSmall) {
    const header = new Uint8Array(headerSize);
    writeFragmentHeader(kind, fragment, header);
    return { chunks: [header, ...fragment.samples.map((sample) => sample.payload)], byteLength };
  }
  const whole = new Uint8Array(byteLength);
  writeFragmentHeader(kind, fragment, whole);
  gather(fragment.samples, whole.subarray(headerSize));
  return { chunks: [whole], byteLength };
}

function gather(samples: readonly FragmentSample[], out: Uint8Array): void {
  let at = 0;
  for (const sample of samples) {
    out.set(sample.payload, at);
    at += sample.payload.byteLength;
  }
}
