/** Recognizes the paths of the web app's pages; like its router, ignores case and a slash at the end. */
import { PAGE_PATHS, type PagePath } from '@tributary/contracts/shared';

export interface PageAddress {
  readonly page: PagePath;
  /** The decoded value of each `$name` in the path; empty if it cannot be decoded, which matches nothing. */
  readonly params: readonly string[];
}

const SLASH_AT_END = /(?<=.)\/$/;

const fixed = new Map(PAGE_PATHS.filter((page) => !page.includes('$')).map((page) => [page as string, page]));

const withParams = PAGE_PATHS.filter((page) => page.includes('$')).map((page) => ({
  page,
  pattern: new RegExp(`^${page.replaceAll(/\$\w+/g, '([^/]+)')}$`, 'i'),
}));

/** @returns null for a path that leads to no page */
export function pageAddress(path: string): PageAddress | null {
  const trimmed = path.replace(SLASH_AT_END, '');
  const page = fixed.get(trimmed.toLowerCase());
  if (page !== undefined) return { page, params: [] };
  for (const { page, pattern } of withParams) {
    const match = pattern.exec(trimmed);
    if (match) return { page, params: match.slice(1).map(decoded) };
  }
  return null;
}

function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part);
    // PostgreSQL's text cannot contain NUL.
    return text.includes('\0') ? '' : text;
  } catch {
    return '';
  }
}
