/** Streams lists as CSV (RFC 4180), reading them page by page. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface CsvTable<Row> {
  /** Reads one page of the list. */
  pages(
    cursor: string | undefined,
  ): Promise<{ readonly items: readonly Row[]; readonly next: string | null }>;
  /** The functions that return the cells of a row, by column heading, in order. */
  readonly columns: Readonly<Record<string, (row: Row) => string | number | boolean | null>>;
}

/** Sends the whole list, with one page of it in memory at a time. */
export async function sendCsv<Row>(
  reply: FastifyReply,
  filename: string,
  table: CsvTable<Row>,
): Promise<Readable> {
  // The first page is read before the first byte is sent, so that an error can still become a problem document.
  const first = await table.pages(undefined);
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${filename}"`);
  return Readable.from(lines(table, first));
}

async function* lines<Row>(
  { pages, columns }: CsvTable<Row>,
  first: Awaited<ReturnType<CsvTable<Row>['pages']>>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  // Without a byte order mark, spreadsheets assume their own code page.
  yield `\uFEFF${toLine(Object.keys(columns))}`;
  for (let page = first; ; page = await pages(page.next)) {
    const text = page.items.map((row) => toLine(cells.map((cell) => cell(row)))).join('');
    if (text !== '') yield text;
    if (page.next === null) return;
  }
}

const toLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(toCell).join(',')}\r\n`;

const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^-\d+\.\d+$/;

function toCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  // Spreadsheets must not run text as a formula (OWASP: CSV injection). Fullwidth signs count too.
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
