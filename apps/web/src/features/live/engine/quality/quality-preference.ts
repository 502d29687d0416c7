/** The quality that the viewer chose last, remembered in this browser for all streams. */
import { playback } from '@/lib/playback.ts';
import { savesData } from './data-saving.ts';

/** By height, since streams have different renditions. */
export type QualityChoice =
  | { readonly kind: 'auto' }
  | { readonly kind: 'audio' }
  | { readonly kind: 'height'; readonly height: number };

/** The largest rendition with the data saver. */
export const DATA_SAVER_HEIGHT = 480;

const KEY = 'quality';
const AUTO: QualityChoice = { kind: 'auto' };

interface Stored {
  readonly choice: QualityChoice;
  /** Null: as the browser and the account are set. */
  readonly dataSaver: boolean | null;
}

/** For as long as the page, where storage is forbidden. */
let current: Stored | null = null;

export const qualityChoice = (): QualityChoice => stored().choice;

export function chooseQualityFor(choice: QualityChoice): void {
  store({ ...stored(), choice });
}

/** Whether to save data: as chosen in this browser, or else as the browser or the account is set. */
export const dataSaver = (): boolean => stored().dataSaver ?? (savesData() || playback().lowData);

export function setDataSaver(isOn: boolean): void {
  store({ ...stored(), dataSaver: isOn });
}

/** The rendition for a choice: the largest that is not higher, or else the smallest; null: automatic. */
export function indexForChoice(choice: QualityChoice, heights: readonly number[]): number | null {
  if (choice.kind !== 'height' || heights.length === 0) return null;
  const lower = heights.filter((height) => height <= choice.height);
  return heights.lastIndexOf(lower.length > 0 ? Math.max(...lower) : Math.min(...heights));
}

function stored(): Stored {
  current ??= parseStored(read());
  return current;
}

function store(value: Stored): void {
  current = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? '{}';
  } catch {
    return '{}';
  }
}

export function parseStored(text: string): Stored {
  const { choice, dataSaver: saver } = fields(text);
  const { kind, height } = Object(choice) as Record<string, unknown>;
  return {
    choice:
      kind === 'audio'
        ? { kind }
        : kind === 'height' && typeof height === 'number' && height > 0
          ? { kind, height }
          : AUTO,
    dataSaver: typeof saver === 'boolean' ? saver : null,
  };
}

function fields(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
