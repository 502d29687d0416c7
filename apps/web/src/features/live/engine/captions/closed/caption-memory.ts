const COLUMNS = 32;
export const LAST_ROW = 15;

/** A memory of CEA-608 (ANSI/CTA-608-E section 7) or a window of CEA-708: rows of characters, and where the next one goes. */
export class CaptionMemory {
  readonly #lastColumn: number;
  #rows = new Map<number, string[]>();
  #row = LAST_ROW;
  #column = 0;

  constructor(columns = COLUMNS) {
    this.#lastColumn = columns - 1;
  }

  /** What it shows, a line for each row. */
  get text(): string {
    return [...this.#rows]
      .sort(([a], [b]) => a - b)
      .map(([, characters]) =>
        Array.from(characters, (character = ' ') => character)
          .join('')
          .trim(),
      )
      .filter((line) => line !== '')
      .join('\n');
  }

  get row(): number {
    return this.#row;
  }

  clear(): void {
    this.#rows.clear();
    this.#column = 0;
  }

  moveTo(row: number, column: number): void {
    this.#row = row;
    this.#column = column;
  }

  moveBy(columns: number): void {
    this.#column = Math.min(this.#column + columns, this.#lastColumn);
  }

  write(character: string): void {
    this.#characters[this.#column] = character;
    this.moveBy(1);
  }

  backspace(): void {
    this.#column = Math.max(0, this.#column - 1);
    this.#characters[this.#column] = ' ';
  }

  deleteToEndOfRow(): void {
    this.#characters.splice(this.#column);
  }

  /** Moves all rows, and the next character into `row`. */
  shift(rows: number, row: number): void {
    this.#rows = new Map([...this.#rows].map(([at, characters]) => [at + rows, characters]));
    this.moveTo(row, 0);
  }

  /** Keeps the rows from `top` to the present one. */
  keepFrom(top: number): void {
    for (const row of this.#rows.keys()) if (row < top || row > this.#row) this.#rows.delete(row);
  }

  get #characters(): string[] {
    const known = this.#rows.get(this.#row);
    if (known !== undefined) return known;
    const created: string[] = [];
    this.#rows.set(this.#row, created);
    return created;
  }
}
