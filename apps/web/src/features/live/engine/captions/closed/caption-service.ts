import { CaptionMemory } from './caption-memory.ts';
import { serviceCharacter } from './characters.ts';

/** No window has more columns (ANSI/CTA-708-E section 8.4.6). */
const COLUMNS = 42;

const EXTENSION = 0x10;

/** How many bytes follow the command codes from 0x80 on (section 8.10.5). */
const PARAMETERS = [
  ...[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0],
  ...[2, 3, 2, 0, 0, 0, 0, 4, 6, 6, 6, 6, 6, 6, 6, 6],
];

interface CaptionWindow {
  /** As it was defined. */
  readonly definition: string;
  readonly rows: number;
  /** Where it is on the screen, from the top. */
  readonly top: number;
  readonly memory: CaptionMemory;
  isVisible: boolean;
}

/** Decodes one service of CEA-708 captions, without its colors and positions, and without delays. */
export class CaptionService {
  readonly #windows = new Map<number, CaptionWindow>();
  #current: CaptionWindow | null = null;

  /** What is displayed now, a line for each row. */
  get text(): string {
    return [...this.#windows.values()]
      .filter(({ isVisible, memory }) => isVisible && memory.text !== '')
      .sort((a, b) => a.top - b.top)
      .map(({ memory }) => memory.text)
      .join('\n');
  }

  /** @param block the data of a service block; no code is in two of them */
  add(block: Uint8Array): void {
    for (let at = 0; at < block.length; ) {
      const end = at + codeLength(block.subarray(at, at + 3));
      if (end > block.length) return;
      this.#code(block.subarray(at, end));
      at = end;
    }
  }

  #code(bytes: Uint8Array): void {
    const [code = 0] = bytes;
    if (code >= 0x80 && code <= 0x9f) this.#command(code, bytes.subarray(1));
    else if (this.#current !== null) {
      const character = serviceCharacter(bytes);
      if (character !== null) this.#current.memory.write(character);
      else this.#control(code, this.#current);
    }
  }

  /** Codes of the set C0 (section 7.1.4). */
  #control(code: number, { memory, rows }: CaptionWindow): void {
    switch (code) {
      case 0x08:
        memory.backspace();
        break;
      case 0x0c:
        memory.clear();
        memory.moveTo(0, 0);
        break;
      case 0x0d:
        if (memory.row < rows - 1) memory.moveTo(memory.row + 1, 0);
        else {
          memory.shift(-1, rows - 1);
          memory.keepFrom(0);
        }
        break;
      case 0x0e:
        memory.moveTo(memory.row, 0);
        memory.deleteToEndOfRow();
        break;
    }
  }

  /** Codes of the set C1 (section 8.10.5). Those of delays, pens and attributes change no text. */
  #command(code: number, parameters: Uint8Array): void {
    const [first = 0, second = 0] = parameters;
    if (code <= 0x87) this.#current = this.#windows.get(code & 7) ?? null;
    else if (code === 0x88) for (const window of this.#selected(first)) window.memory.clear();
    else if (code === 0x89) for (const window of this.#selected(first)) window.isVisible = true;
    else if (code === 0x8a) for (const window of this.#selected(first)) window.isVisible = false;
    else if (code === 0x8b) for (const window of this.#selected(first)) window.isVisible = !window.isVisible;
    else if (code === 0x8c) this.#delete(first);
    else if (code === 0x8f) this.#delete(0xff);
    else if (code === 0x92 && this.#current !== null)
      this.#current.memory.moveTo(Math.min(first & 0x0f, this.#current.rows - 1), second & 0x3f);
    else if (code >= 0x98) this.#define(code & 7, parameters);
  }

  /** @param bits one for each window */
  #selected(bits: number): CaptionWindow[] {
    return [...this.#windows].filter(([id]) => (bits & (1 << id)) !== 0).map(([, window]) => window);
  }

  #delete(bits: number): void {
    const deleted = this.#selected(bits);
    for (const [id, window] of this.#windows) if (deleted.includes(window)) this.#windows.delete(id);
    if (this.#current !== null && deleted.includes(this.#current)) this.#current = null;
  }

  /** A window keeps its text where it is defined again. Encoders repeat definitions, which changes nothing. */
  #define(id: number, parameters: Uint8Array): void {
    const [attributes = 0, top = 0, , rows = 0] = parameters;
    const definition = parameters.join(' ');
    const known = this.#windows.get(id);
    if (known?.definition === definition) {
      this.#current = known;
      return;
    }
    const memory = known?.memory ?? new CaptionMemory(COLUMNS);
    if (known === undefined) memory.moveTo(0, 0);
    const isVisible = (attributes & 0x20) !== 0;
    this.#current = { definition, rows: (rows & 0x0f) + 1, top: top & 0x7f, memory, isVisible };
    this.#windows.set(id, this.#current);
  }
}

/** How many bytes a code has (sections 7.1.1 to 7.1.11). */
function codeLength([code = 0, extended = 0, header = 0]: Uint8Array): number {
  if (code === EXTENSION) {
    if (extended < 0x20) return 2 + (extended >> 3);
    if (extended >= 0x80 && extended < 0x90) return extended < 0x88 ? 6 : 7;
    // A code of variable length has it behind it.
    return extended >= 0x90 && extended < 0xa0 ? 3 + (header & 0x1f) : 2;
  }
  if (code < 0x20) return code < 0x10 ? 1 : code < 0x18 ? 2 : 3;
  return 1 + (PARAMETERS[code - 0x80] ?? 0);
}
