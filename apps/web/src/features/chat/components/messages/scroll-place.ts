/** The positions of a chat's messages on the screen. */

/** Pixels from an edge at which it counts as reached. */
export const EDGE = 24;

/** A message and its distance from the top of the window. */
export interface Place {
  readonly number: string;
  readonly top: number;
}

/** Whether the newest messages are in view and older ones are not. */
export const isAtEnd = ({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean =>
  scrollHeight > clientHeight && scrollHeight - clientHeight - scrollTop < EDGE;

/** The first message that is at least partly in view. */
export function firstVisible(list: HTMLElement): Place | null {
  const { top } = list.getBoundingClientRect();
  for (const row of list.querySelectorAll<HTMLElement>('[data-number]')) {
    if (row.getBoundingClientRect().bottom > top) return placeOf(row);
  }
  return null;
}

export const placeOf = (row: HTMLElement): Place => ({
  number: row.dataset.number ?? '',
  top: row.getBoundingClientRect().top,
});
