import type { CommandContext } from './command.ts';

/** @returns a table, or a JSON array with `json` */
export async function listLive({ db, config }: CommandContext, json: boolean): Promise<string> {
  const rows = await db.read((reader) =>
    reader
      .selectFrom('streams')
      .innerJoin('profiles', 'profiles.id', 'streams.streamer_id')
      .select([
        'streams.id',
        'profiles.username',
        'streams.title',
        'streams.category',
        'streams.slug',
        'streams.current_viewers as currentViewers',
        'streams.started_at as startedAt',
      ])
      .where('streams.status', '=', 'live')
      .orderBy('streams.current_viewers', 'desc')
      .orderBy('streams.id')
      .execute(),
  );
  const streams = rows.map((row) => ({ ...row, url: `${config.publicUrl}/s/${row.username}/${row.slug}` }));
  if (json) return JSON.stringify(streams, null, 2);
  if (streams.length === 0) return 'No live streams.';
  return table([
    ['STREAMER', 'VIEWERS', 'SINCE', 'CATEGORY', 'TITLE', 'URL'],
    ...streams.map(({ username, currentViewers, startedAt, category, title, url }) => [
      username,
      String(currentViewers),
      startedAt.toISOString().slice(0, 16).replace('T', ' '),
      category,
      shorten(title, 40),
      url,
    ]),
  ]);
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Removes control characters, so that a user's title cannot control the operator's terminal. */
function shorten(text: string, length: number): string {
  const printable = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
  return printable.length > length ? `${printable.slice(0, length - 1)}…` : printable;
}
