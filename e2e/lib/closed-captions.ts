/** Closed captions (CEA-608) as encoders send them: "Caption 1", "Caption 2" and so on, each for two seconds. */

const SECONDS = 2;

/** Control codes of channel 1, each sent twice (ANSI/CTA-608-E section 8.1). */
const RESUME_CAPTION_LOADING = [0x14, 0x20] as const;
const ERASE_NON_DISPLAYED_MEMORY = [0x14, 0x2e] as const;
const ROW_15 = [0x14, 0x70] as const;
const END_OF_CAPTION = [0x14, 0x2f] as const;

type Pair = readonly [number, number];
const NOTHING: Pair = [0, 0];

/** Bytes have seven bits and odd parity. */
function withParity(byte: number): number {
  let ones = 0;
  for (let bits = byte; bits > 0; bits >>= 1) ones += bits & 1;
  return ones % 2 === 0 ? byte | 0x80 : byte;
}

/** Loads a caption, and shows it in place of the one before it. */
function pairsOf(text: string): Pair[] {
  const twice = (pair: Pair): Pair[] => [pair, pair];
  const characters = Array.from({ length: Math.ceil(text.length / 2) }, (_, i): Pair => {
    const [first = 0, second = 0] = Buffer.from(text.slice(i * 2, i * 2 + 2), 'latin1');
    return [first, second];
  });
  return [
    ...twice(RESUME_CAPTION_LOADING),
    ...twice(ERASE_NON_DISPLAYED_MEMORY),
    ...twice(ROW_15),
    ...characters,
    ...twice(END_OF_CAPTION),
  ];
}

/** The cc_data (ATSC A/53 part 4, section 6.2.3) of a frame: one pair of field 1. */
export function closedCaptionOf(frame: number, fps: number): Buffer {
  const frames = SECONDS * fps;
  const pairs = pairsOf(`Caption ${Math.floor(frame / frames) + 1}`);
  const [first, second] = pairs[frame % frames] ?? NOTHING;
  return Buffer.of(0xfc, withParity(first), withParity(second));
}
