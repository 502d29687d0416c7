/** For `activeProps` of a row of links that is longer than a phone's screen: the one where one is, in view. */
export const showPlace = (place: HTMLAnchorElement | null): void =>
  place?.scrollIntoView({ block: 'nearest', inline: 'center' });
