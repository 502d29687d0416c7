import { CaptionMemory, LAST_ROW } from './caption-memory.ts';
import { basicCharacter, extendedCharacter, specialCharacter } from './characters.ts';

/** How captions appear (ANSI/CTA-608-E section 7.4). Text mode is not for captions. */
type Mode = 'pop-on' | 'roll-up' | 'paint-on' | 'text';

/** The rows of preamble address codes, by first byte: second byte below 0x60, and from there on (section 8.4, table 53). */
const ROWS: Readonly<Record<number, readonly [number, number]>> = {
  16: [11, 11],
  17: [1, 2],
  18: [3, 4],
  19: [12, 13],
  20: [14, 15],
  21: [5, 6],
  22: [7, 8],
  23: [9, 10],
};

/** Decodes one channel of CEA-608 captions, without their colors and positions. */
export class CaptionChannel {
  #mode: Mode | null = null;
  #rollUpRows = 2;
  #displayed = new CaptionMemory();
  #hidden = new CaptionMemory();

  /** What is displayed now, a line for each row. */
  get text(): string {
    return this.#displayed.text;
  }

  /** @param code the first byte, as for the first channel */
  control(code: number, byte: number): void {
    if (byte >= 0x40) this.#address(code, byte);
    else if ((code === 0x14 || code === 0x15) && byte >= 0x20 && byte <= 0x2f) this.#command(byte);
    else if (this.#mode !== null && this.#mode !== 'text') this.#special(code, byte);
  }

  /** @param byte of the basic set */
  character(byte: number): void {
    if (this.#mode !== null && this.#mode !== 'text') this.#memory.write(basicCharacter(byte));
  }

  /** What characters are written to. */
  get #memory(): CaptionMemory {
    return this.#mode === 'pop-on' ? this.#hidden : this.#displayed;
  }

  #special(code: number, byte: number): void {
    const extended = extendedCharacter(code, byte);
    if (extended !== null) this.#memory.backspace();
    // A change of style takes the place of a character.
    const character = code === 0x11 && byte <= 0x2f ? ' ' : (extended ?? specialCharacter(code, byte));
    if (character !== null) this.#memory.write(character);
    else if (code === 0x17 && byte >= 0x21 && byte <= 0x23) this.#memory.moveBy(byte - 0x20);
  }

  /** Preamble address codes: where the next characters go. */
  #address(code: number, byte: number): void {
    const row = ROWS[code]?.[byte < 0x60 ? 0 : 1] ?? LAST_ROW;
    const column = (byte & 0x10) === 0 ? 0 : ((byte >> 1) & 7) * 4;
    // Rows that roll up move along.
    if (this.#mode === 'roll-up') this.#displayed.shift(row - this.#displayed.row, row);
    this.#memory.moveTo(row, column);
  }

  /** Miscellaneous control codes (section 8.5, table 51). */
  #command(byte: number): void {
    switch (byte) {
      case 0x20:
        this.#mode = 'pop-on';
        break;
      case 0x21:
        this.#memory.backspace();
        break;
      case 0x24:
        this.#memory.deleteToEndOfRow();
        break;
      case 0x25:
      case 0x26:
      case 0x27:
        this.#rollUp(byte - 0x23);
        break;
      case 0x29:
        this.#mode = 'paint-on';
        break;
      case 0x2a:
      case 0x2b:
        this.#mode = 'text';
        break;
      case 0x2c:
        this.#displayed.clear();
        break;
      case 0x2d:
        if (this.#mode === 'roll-up') {
          this.#displayed.shift(-1, this.#displayed.row);
          this.#keepRolled();
        }
        break;
      case 0x2e:
        this.#hidden.clear();
        break;
      case 0x2f:
        [this.#displayed, this.#hidden] = [this.#hidden, this.#displayed];
        this.#mode = 'pop-on';
        break;
    }
  }

  #rollUp(rows: number): void {
    if (this.#mode !== 'roll-up') {
      this.#displayed.clear();
      this.#hidden.clear();
      this.#displayed.moveTo(LAST_ROW, 0);
    }
    this.#mode = 'roll-up';
    this.#rollUpRows = rows;
    this.#keepRolled();
  }

  #keepRolled(): void {
    this.#displayed.keepFrom(this.#displayed.row - this.#rollUpRows + 1);
  }
}
