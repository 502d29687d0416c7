/** Parsers for PostgreSQL's types: bigint becomes a number and is never rounded. */
import pg from 'pg';

const INT8 = pg.types.builtins.INT8;

/** @throws RangeError for a value that a number cannot represent exactly */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`bigint ${text} exceeds the safe integers of JavaScript.`);
  return value;
}

/** The `types` setting of `pg`: the library's parsers (timestamptz becomes a Date) except for bigint. */
export const parseTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === INT8 && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(id, format),
};
