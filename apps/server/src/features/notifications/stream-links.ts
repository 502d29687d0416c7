/** Marks a link to a stream, whose creator sees how many viewers came by notifications. Other links stay as they are. */
export const markedLink = (href: string): string =>
  /^\/(?:s|stream)\//.test(href) ? `${href}${href.includes('?') ? '&' : '?'}via=notification` : href;
