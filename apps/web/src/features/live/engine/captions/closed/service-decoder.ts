import { CaptionService } from './caption-service.ts';

/** The number of a service block whose service has a number of its own, behind it (ANSI/CTA-708-E section 6.2). */
const EXTENDED = 7;
/** The length of a packet whose header has none (section 5.1). */
const LONGEST_PACKET = 128;

/** Decodes the CEA-708 services of a video from the packets that its frames contain in pieces. */
export class ServiceDecoder {
  readonly #services = new Map<number, CaptionService>();
  #packet: number[] = [];

  /** @param isStart whether the bytes begin a packet (cc_type 3) */
  add(isStart: boolean, first: number, second: number): void {
    if (isStart) this.#packet = [];
    // The rest of a packet whose beginning is missing.
    else if (this.#packet.length === 0) return;
    this.#packet.push(first, second);
    const [header = 0] = this.#packet;
    if (this.#packet.length < ((header & 0x3f) * 2 || LONGEST_PACKET)) return;
    this.#read(Uint8Array.from(this.#packet));
    this.#packet = [];
  }

  /** What each service displays now. */
  get texts(): readonly (readonly [number, string])[] {
    return [...this.#services].map(([number, service]) => [number, service.text]);
  }

  #read(packet: Uint8Array): void {
    for (let at = 1; at < packet.length; ) {
      const header = packet[at] ?? 0;
      at += 1;
      const size = header & 0x1f;
      let number = header >> 5;
      if (number === EXTENDED && size > 0) {
        number = (packet[at] ?? 0) & 0x3f;
        at += 1;
      }
      // What follows is padding.
      if (number === 0) return;
      this.#service(number).add(packet.subarray(at, at + size));
      at += size;
    }
  }

  #service(number: number): CaptionService {
    const known = this.#services.get(number);
    if (known !== undefined) return known;
    const created = new CaptionService();
    this.#services.set(number, created);
    return created;
  }
}
