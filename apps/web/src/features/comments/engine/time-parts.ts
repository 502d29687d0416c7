/** Finds times such as 12:34 and 1:02:03 in a comment, which lead to that moment of the recording. */

export interface TimePart {
  readonly text: string;
  /** Null: plain text. */
  readonly seconds: number | null;
}

const TIME = /(?<![\d:.])(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)(?![\d:]|\.\d)/g;

/** @param lengthSeconds the length of the recording; later times stay text. Null: it is not known */
export function timeParts(text: string, lengthSeconds: number | null): TimePart[] {
  const parts: TimePart[] = [];
  let end = 0;
  for (const { 0: shown, index, 1: hours = '0', 2: minutes = '0', 3: rest = '0' } of text.matchAll(TIME)) {
    const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
    if (lengthSeconds !== null && seconds > lengthSeconds) continue;
    if (index > end) parts.push({ text: text.slice(end, index), seconds: null });
    parts.push({ text: shown, seconds });
    end = index + shown.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), seconds: null });
  return parts;
}
