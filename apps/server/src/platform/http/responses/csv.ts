/** Lists as tables for spreadsheets (RFC 4180), sent page by page as they are read. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface CsvTable<Row> {
  /** The list's own pages. */
  pages(
    cursor: string | undefined,
  ): Promise<{ readonly items: readonly Row[]; readonly next: string | null }>;
  /** Heading to cell, in order. */
  readonly columns: Readonly<Record<string, (row: Row) => string | number | boolean | null>>;
}

/** Answers with the whole list, however long: no more than a page of it is ever in memory. */
export async function sendCsv<Row>(
  reply: FastifyReply,
  filename: string,
  table: CsvTable<Row>,
): Promise<Readable> {
  // The first page before the first byte, so that a refusal can still be one.
  const first = await table.pages(undefined);
  reply
    .type('text/csv; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${filename}"`);
  return Readable.from(lines(table, first));
}

async function* lines<Row>(
  { pages, columns }: CsvTable<Row>,
  first: Awaited<ReturnType<CsvTable<Row>['pages']>>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  // Spreadsheets take bytes for their own code page unless a mark says UTF-8.
  yield `\uFEFF${toLine(Object.keys(columns))}`;
  for (let page = first; ; page = await pages(page.next)) {
    const text = page.items.map((row) => toLine(cells.map((cell) => cell(row)))).join('');
    if (text !== '') yield text;
    if (page.next === null) return;
  }
}

const toLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(toCell).join(',')}\r\n`;

function toCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  // A name that begins like a formula must not become one (OWASP: CSV injection); wide signs are read as well.
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
