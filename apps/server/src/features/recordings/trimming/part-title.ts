import { RECORDING_TITLE_MAX } from '@tributary/contracts/recordings';

/** `Evening` becomes `Evening (part 2)`, and that `Evening (part 3)`. */
export function nextPartTitle(title: string): string {
  const [, name = title, part = '1'] = /^(.*) \(part (\d{1,4})\)$/su.exec(title) ?? [];
  const end = ` (part ${Number(part) + 1})`;
  return [...name].slice(0, RECORDING_TITLE_MAX - end.length).join('') + end;
}
