/** Finds the link in a message that gets a preview. */
import { LINK_PREVIEW_LIMITS } from '@tributary/contracts/chat';
import { linkParts } from '@tributary/contracts/shared';

/** @returns the first URL in its normal form; null if there is none that can be previewed */
export function linkIn(text: string): string | null {
  const href = linkParts(text).find((part) => part.href !== null)?.href ?? null;
  return href === null || new URL(href).port !== '' || href.length > LINK_PREVIEW_LIMITS.url ? null : href;
}
