import { CaptionChannel } from './caption-channel.ts';
import { ServiceDecoder } from './service-decoder.ts';

/** CC1 to CC4 of CEA-608 as viewers know them, or the number of a service of CEA-708: 1 is the main language. */
export type ChannelNumber = number;

/** The bytes of a field of the picture: two channels, and other data between them. */
class Field {
  readonly channels: readonly [CaptionChannel, CaptionChannel] = [new CaptionChannel(), new CaptionChannel()];
  #current: CaptionChannel | null = null;
  /** Whether there have been any captions. */
  hasCaptions = false;
  #last: readonly [number, number] | null = null;

  add(first: number, second: number): void {
    if (first === 0 && second === 0) return;
    if (first >= 0x20) {
      this.#last = null;
      for (const byte of [first, second]) if (byte >= 0x20) this.#current?.character(byte);
    } else if (first >= 0x10) this.#control(first, second);
    // Extended data services (section 9): the characters that follow are not for captions.
    else this.#current = null;
  }

  /** Control codes are sent twice in succession, and count once (section 8.4). */
  #control(first: number, second: number): void {
    const isRepeated = this.#last?.[0] === first && this.#last[1] === second;
    this.#last = isRepeated ? null : [first, second];
    if (isRepeated) return;
    this.#current = this.channels[(first & 0x08) === 0 ? 0 : 1];
    this.hasCaptions = true;
    this.#current.control(first & 0xf7, second);
  }
}

/** Decodes the closed captions of a video: CEA-608, and CEA-708 where the encoder does not send CEA-608 beside it. */
export class CaptionDecoder {
  readonly #fields = [new Field(), new Field()] as const;
  readonly #services = new ServiceDecoder();

  /** @param data cc_data() of a frame (ATSC A/53 part 4 section 6.2.3) */
  add(data: Uint8Array): void {
    const [flags = 0] = data;
    const end = Math.min(2 + (flags & 0x1f) * 3, data.length);
    // The second byte is em_data.
    for (let at = 2; at + 3 <= end; at += 3) {
      const [marker = 0, first = 0, second = 0] = data.subarray(at, at + 3);
      const type = marker & 0x03;
      const isValid = (marker & 0x04) !== 0;
      if (!isValid) continue;
      if (type <= 1) this.#fields[type === 0 ? 0 : 1].add(first & 0x7f, second & 0x7f);
      else this.#services.add(type === 3, first, second);
    }
  }

  /** What each channel displays now. */
  get texts(): readonly (readonly [ChannelNumber, string])[] {
    const [first, second] = this.#fields;
    if (!first.hasCaptions && !second.hasCaptions) return this.#services.texts;
    return [
      [1, first.channels[0].text],
      [2, first.channels[1].text],
      [3, second.channels[0].text],
      [4, second.channels[1].text],
    ];
  }
}
