/** Compares the answers of a provider's local server with the shapes that the provider has published. */

/**
 * @param at the position of the value, for messages
 * @param free names of fields whose content the provider leaves to its users
 * @returns the positions at which a value differs from its shape. Null stands for any value, and an ID for its object.
 */
export function shapeDifferences(
  value: unknown,
  shape: unknown,
  at: string,
  free: readonly string[] = [],
): string[] {
  if (value === null || shape === null) return [];
  if (Array.isArray(value) && Array.isArray(shape)) {
    if (shape.length === 0) return [];
    // An item is compared with the shape that it resembles most.
    return value.flatMap((item) => closest(shape.map((one) => shapeDifferences(item, one, `${at}[]`, free))));
  }
  if (typeof value === 'string' && typeof shape === 'object') return 'id' in shape ? [] : [at];
  if (typeof value !== typeof shape || Array.isArray(value) !== Array.isArray(shape))
    return [`${at} is ${typeOf(value)}, not ${typeOf(shape)}`];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const path = `${at}.${name}`;
    if (!Object.hasOwn(Object(shape), name)) return [`${path} is unknown`];
    return free.includes(name) ? [] : shapeDifferences(field, Reflect.get(Object(shape), name), path, free);
  });
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'a list' : `a ${typeof value}`);

const closest = (differences: readonly string[][]): string[] =>
  differences.toSorted((a, b) => a.length - b.length)[0] ?? [];
