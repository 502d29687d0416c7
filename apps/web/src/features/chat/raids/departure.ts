/** The reaction of a viewer's page to the departure of a raid. */

export interface Departing {
  /** Whether the page has shown this raid before it departed. A page that was just opened does not take part. */
  readonly wasShown: boolean;
  readonly isStaying: boolean;
  /** Null if the page plays nothing, such as the window of the chat. */
  readonly isPlaying: boolean | null;
  /** Whether the viewer is writing, or a dialog is open. */
  readonly isBusy: boolean;
}

/** `offer` asks the viewer, since the page must not interrupt their work or start to play. */
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
