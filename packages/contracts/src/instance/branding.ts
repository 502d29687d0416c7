/** The branding of the instance: its name, logo, colors, languages and the text of its front page. */
import { LANGUAGES } from '@tributary/messages/languages';
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { imageUpload } from '../shared/images.ts';

/** The first texts that visitors of Home see, in place of those of the product. Empty texts are not set. */
export const frontPageText = z.object({
  headline: z.string().trim().max(80, 'Use at most 80 characters.'),
  introduction: z.string().trim().max(300, 'Use at most 300 characters.'),
});
export type FrontPageText = z.infer<typeof frontPageText>;

export const frontPage = z.partialRecord(z.enum(LANGUAGES), frontPageText);
export type FrontPage = z.infer<typeof frontPage>;

export const brandingSettings = z.object({
  name: z
    .string()
    .trim()
    .max(60, 'Use at most 60 characters.')
    .describe('Empty: the INSTANCE_NAME of the configuration'),
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a color such as #0f7f86.')
    .nullable()
    .describe(
      'The color of actions and focus, adjusted in each theme until it is readable; null: the product’s',
    ),
  defaultTheme: z.enum(['system', 'dark', 'light']).describe('For browsers in which none was chosen'),
  frontPage: frontPage.describe('Headline and introduction of Home; missing languages take the default one'),
  languages: z
    .array(z.enum(LANGUAGES))
    .min(1, 'Offer at least one language.')
    .refine((languages) => new Set(languages).size === languages.length, 'Name each language once.')
    .describe('The languages of the interface that people can choose, the default one first'),
});

export const putLogo = endpoint({
  method: 'PUT',
  path: '/api/admin/logo',
  tag: 'admin',
  summary: 'Set the logo from a PNG, JPEG, WebP or GIF image; fitted into a WebP image of 512 by 512',
  access: 'admin',
  recentProof: true,
  perMinute: 12,
  upload: imageUpload,
  response: z.object({ logoUrl: z.string().nullable() }),
});

export const deleteLogo = endpoint({
  method: 'DELETE',
  path: '/api/admin/logo',
  tag: 'admin',
  summary: 'Remove the logo, so that the mark of the product is shown again',
  access: 'admin',
  recentProof: true,
  response: z.object({ logoUrl: z.string().nullable() }),
});
