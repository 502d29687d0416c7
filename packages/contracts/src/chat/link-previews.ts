/** What a page says about itself, below a message that links to it. */
import { z } from 'zod';

/** Characters of what is shown. An event contains a preview, and has 8000 bytes. */
export const LINK_PREVIEW_LIMITS = { url: 500, title: 100, description: 150, siteName: 40 } as const;

export const linkPreview = z.object({
  url: z.url({ protocol: /^https?$/ }).max(LINK_PREVIEW_LIMITS.url),
  host: z.string().describe('Where the link leads to in the end'),
  title: z.string(),
  description: z.string().nullable(),
  siteName: z.string().nullable().describe('What the site calls itself'),
});
export type LinkPreview = z.infer<typeof linkPreview>;
