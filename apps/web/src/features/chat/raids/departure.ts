/** What the page of a viewer does when a raid departs. */

export interface Departing {
  /** Whether the page has shown this raid before it departed; somebody who has just opened the page has no part in it. */
  readonly wasShown: boolean;
  readonly isStaying: boolean;
  /** Null: nothing is played here, such as in the window of the chat. */
  readonly isPlaying: boolean | null;
  /** The viewer is writing something, or a dialog is open. */
  readonly isBusy: boolean;
}

/** `offer`: the viewer is asked, since the page must not take away what they do or start to play. */
export function departureAction({
  wasShown,
  isStaying,
  isPlaying,
  isBusy,
}: Departing): 'move' | 'offer' | 'nothing' {
  if (!wasShown || isStaying || isPlaying === null) return 'nothing';
  return isPlaying && !isBusy ? 'move' : 'offer';
}

const isText = (element: Element | null): element is HTMLTextAreaElement | HTMLInputElement =>
  element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;

export function isBusy({ activeElement }: Document): boolean {
  return (isText(activeElement) && activeElement.value !== '') || !!activeElement?.closest('[role=dialog]');
}
