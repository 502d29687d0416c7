/** How PostgreSQL's types become JavaScript's: bigint as an exact number or not at all. */
import pg from 'pg';

const INT8 = pg.types.builtins.INT8;

/** @throws RangeError rather than round */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript integer.`);
  return value;
}

/** For `pg`'s `types` setting: the library's own parsers (timestamptz is a Date) but for bigint. */
export const parseTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === INT8 && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(id, format),
};
