/** Information pages that admins can edit, and the contact form. */
import { z } from 'zod';
import { displayName } from '../identity/users.ts';
import { endpoint } from '../shared/endpoint.ts';
import { textLine } from '../shared/fields.ts';
import { csvExport, pageOf, pageQuery } from '../shared/lists.ts';
import { byId, order } from '../shared/params.ts';

export const PAGE_SLUGS = ['about', 'rules', 'privacy', 'terms', 'donations', 'faq'] as const;
export const pageSlug = z.enum(PAGE_SLUGS);
export type PageSlug = z.infer<typeof pageSlug>;

export const PAGE_BODY_MAX = 20_000;

export const page = z.object({
  slug: pageSlug,
  body: z.string().describe('Markdown (CommonMark) without raw HTML'),
  version: z.int().describe('0 for the original text; increases with each edit'),
  updatedAt: z.iso.datetime(),
});
export type Page = z.infer<typeof page>;

export const getPage = endpoint({
  method: 'GET',
  path: '/api/pages/:slug',
  tag: 'pages',
  summary: 'Get an information page',
  access: 'public',
  params: z.object({ slug: pageSlug }),
  response: page,
});

export const pageEdit = z.object({
  body: z
    .string()
    .trim()
    .min(1, 'Enter a text, or restore the original.')
    .max(PAGE_BODY_MAX, `Use at most ${PAGE_BODY_MAX.toLocaleString('en')} characters.`),
  version: z.int().nonnegative().describe('The version that the edit is based on'),
});

export const putPage = endpoint({
  method: 'PUT',
  path: '/api/admin/pages/:slug',
  tag: 'pages',
  summary: 'Edit an information page. Fails with `page_changed` if somebody else edited it first',
  access: 'admin',
  params: z.object({ slug: pageSlug }),
  body: pageEdit,
  response: page,
});

export const restorePage = endpoint({
  method: 'DELETE',
  path: '/api/admin/pages/:slug',
  tag: 'pages',
  summary: 'Restore the original text of an information page',
  access: 'admin',
  params: z.object({ slug: pageSlug }),
  response: page,
});

/** A form that is sent sooner than this was filled in by a program. */
export const CONTACT_MIN_SECONDS = 3;

export const contactForm = z.object({
  name: displayName,
  email: z.email('Enter a valid email address.').max(254, 'Use at most 254 characters.'),
  subject: textLine(140).min(1, 'Enter a subject.'),
  message: z
    .string()
    .trim()
    .min(10, 'Use at least 10 characters.')
    .max(5000, 'Use at most 5,000 characters.'),
});
export type ContactForm = z.infer<typeof contactForm>;

export const getContactTicket = endpoint({
  method: 'GET',
  path: '/api/contact',
  tag: 'pages',
  summary: 'Get a ticket for one message to the admins. Valid after a few seconds, for a day',
  access: 'public',
  perMinute: 30,
  response: z.object({ ticket: z.string() }),
});

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact',
  tag: 'pages',
  summary: 'Send a message to the admins of the instance',
  access: 'public',
  perMinute: 30,
  body: contactForm.extend({
    ticket: z.string().max(200),
    /** A honeypot: people do not see this field, so only programs fill it in. */
    website: z.string().max(500).default(''),
  }),
  response: z.void(),
});

export const contactMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  /** Username of the sender; null if signed out. */
  username: z.string().nullable(),
  createdAt: z.iso.datetime(),
  handledAt: z.iso.datetime().nullable(),
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const CONTACT_PAGE_SIZE = 50;

export const CONTACT_STATES = ['open', 'handled', 'all'] as const;

export const contactFilter = z.object({ state: z.enum(CONTACT_STATES).default('open'), order });
export type ContactFilter = z.output<typeof contactFilter>;

export const listContactMessages = endpoint({
  method: 'GET',
  path: '/api/admin/contact-messages',
  tag: 'pages',
  summary: `List messages to the admins by age, ${CONTACT_PAGE_SIZE} per page`,
  access: 'admin',
  query: contactFilter.extend(pageQuery.shape),
  response: pageOf(contactMessage),
});

export const exportContactMessages = endpoint({
  ...csvExport,
  path: '/api/admin/contact-messages.csv',
  tag: 'pages',
  summary: 'Export messages to the admins as CSV',
  access: 'admin',
  query: contactFilter,
});

export const putContactHandled = endpoint({
  method: 'PUT',
  path: '/api/admin/contact-messages/:id/handled',
  tag: 'pages',
  summary: 'Mark a message as handled or open',
  access: 'admin',
  params: byId,
  body: z.object({ handled: z.boolean() }),
  response: contactMessage,
});
