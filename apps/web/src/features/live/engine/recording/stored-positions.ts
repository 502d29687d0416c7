/** Where viewers stopped in recordings, in this browser. */

const KEY = 'positions';
/** The oldest are forgotten. */
const MAX_POSITIONS = 100;

type Positions = readonly (readonly [id: string, seconds: number])[];

function read(): Positions {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(
      (entry): entry is [string, number] =>
        Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]),
    );
  } catch {
    // Storage is blocked or holds something invalid.
    return [];
  }
}

/** @returns seconds, or null */
export const readPosition = (id: string): number | null => read().find(([one]) => one === id)?.[1] ?? null;

export function writePosition(id: string, seconds: number): void {
  const others = read().filter(([one]) => one !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify([[id, Math.floor(seconds)], ...others].slice(0, MAX_POSITIONS)));
  } catch {
    // Without storage, the recording starts at its beginning next time.
  }
}

/** Of who has signed out. */
export function forgetPositions(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so there are none.
  }
}
