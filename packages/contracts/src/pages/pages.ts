/** Information pages that an admin can edit, and the form that reaches the admins. */
import { z } from 'zod';
import { displayName } from '../identity/users.ts';
import { endpoint } from '../shared/endpoint.ts';

export const PAGE_SLUGS = ['about', 'privacy', 'terms', 'donations', 'faq'] as const;
export const pageSlug = z.enum(PAGE_SLUGS);
export type PageSlug = z.infer<typeof pageSlug>;

export const PAGE_BODY_MAX = 20_000;

export const page = z.object({
  slug: pageSlug,
  body: z.string().describe('Markdown (CommonMark) without raw HTML'),
  version: z.int().describe("0 while it is the program's own text; one more with each edit"),
  updatedAt: z.iso.datetime().nullable(),
});
export type Page = z.infer<typeof page>;

export const getPage = endpoint({
  method: 'GET',
  path: '/api/pages/:slug',
  tag: 'pages',
  summary: 'The text of an information page',
  access: 'public',
  params: z.object({ slug: pageSlug }),
  response: page,
});

export const pageEdit = z.object({
  body: z
    .string()
    .trim()
    .min(1, 'Write something, or restore the original text.')
    .max(PAGE_BODY_MAX, `Keep the page to ${PAGE_BODY_MAX.toLocaleString('en')} characters.`),
  version: z.int().nonnegative().describe('The version that was edited'),
});

export const putPage = endpoint({
  method: 'PUT',
  path: '/api/admin/pages/:slug',
  tag: 'pages',
  summary: 'Replace the text of an information page; `page_changed` where somebody else was faster',
  access: 'admin',
  params: z.object({ slug: pageSlug }),
  body: pageEdit,
  response: page,
});

export const restorePage = endpoint({
  method: 'DELETE',
  path: '/api/admin/pages/:slug',
  tag: 'pages',
  summary: "Go back to the program's own text",
  access: 'admin',
  params: z.object({ slug: pageSlug }),
  response: page,
});

/** Somebody who answers a form sooner than this has not read it. */
export const CONTACT_MIN_SECONDS = 3;

export const contactForm = z.object({
  name: displayName,
  email: z.email('Give an address that an answer can be sent to.').max(254, 'That address is too long.'),
  subject: z
    .string()
    .trim()
    .min(1, 'Say in a few words what it is about.')
    .max(140, 'Keep the subject to 140 characters.'),
  message: z
    .string()
    .trim()
    .min(10, 'Write at least a sentence.')
    .max(5000, 'Keep the message to 5,000 characters.'),
});
export type ContactForm = z.infer<typeof contactForm>;

export const beginContact = endpoint({
  method: 'GET',
  path: '/api/contact',
  tag: 'pages',
  summary: 'A ticket for one message to the admins; it is good from a few seconds on, for a day',
  access: 'public',
  perMinute: 30,
  response: z.object({ ticket: z.string() }),
});

export const sendContact = endpoint({
  method: 'POST',
  path: '/api/contact',
  tag: 'pages',
  summary: 'Send a message to the admins of the instance',
  access: 'public',
  perMinute: 5,
  body: contactForm.extend({
    ticket: z.string().max(200),
    /** A field that people do not see: whoever fills it in is a program. */
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
  /** The account it was sent from. */
  username: z.string().nullable(),
  createdAt: z.iso.datetime(),
  handledAt: z.iso.datetime().nullable(),
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const CONTACT_PAGE_SIZE = 50;

export const listContactMessages = endpoint({
  method: 'GET',
  path: '/api/admin/contact-messages',
  tag: 'pages',
  summary: `Messages to the admins, newest first, ${CONTACT_PAGE_SIZE} at a time`,
  access: 'admin',
  query: z.object({
    handled: z.stringbool().default(false),
    before: z.uuid().optional().describe('The last id of the page before'),
  }),
  response: z.object({ messages: z.array(contactMessage), open: z.int().describe('How many wait') }),
});

export const putContactHandled = endpoint({
  method: 'PUT',
  path: '/api/admin/contact-messages/:id/handled',
  tag: 'pages',
  summary: 'Mark a message as handled, or as open again',
  access: 'admin',
  params: z.object({ id: z.uuid() }),
  body: z.object({ handled: z.boolean() }),
  response: contactMessage,
});
