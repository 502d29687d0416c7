import { isDeepStrictEqual } from 'node:util';

/** The fields that changed, for the audit log; null if none did. */
export function differences<Settings extends object>(
  before: Settings,
  after: Settings,
): { readonly before: Partial<Settings>; readonly after: Partial<Settings> } | null {
  const isChanged = (name: string) => !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name));
  const names = Object.keys(after).filter(isChanged);
  if (names.length === 0) return null;
  const pick = (settings: Settings) =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(settings, name)])) as Partial<Settings>;
  return { before: pick(before), after: pick(after) };
}
