/** The preview of a page, below a message that links to it. */
import { z } from 'zod';

/** The maximum numbers of characters. An event contains a preview, and is limited to 8000 bytes. */
export const LINK_PREVIEW_LIMITS = { url: 500, title: 100, description: 150, siteName: 40 } as const;

export const linkPreview = z.object({
  url: z.url({ protocol: /^https?$/ }).max(LINK_PREVIEW_LIMITS.url),
  host: z.string().describe('The host at the end of all redirects'),
  title: z.string(),
  description: z.string().nullable(),
  siteName: z.string().nullable().describe('The name of the site in the page'),
});
export type LinkPreview = z.infer<typeof linkPreview>;
