/** Information pages that an admin can edit, and messages to the admins. */
import type { FastifyInstance } from 'fastify';
import { type Contact, type ContactOptions, createContact } from './contact.service.ts';
import { createContactTickets } from './contact-ticket.ts';
import { pagesRoutes } from './pages.routes.ts';
import { createPages } from './pages.service.ts';

export interface PagesOptions extends Omit<ContactOptions, 'tickets'> {
  /** What the contact form's tickets are signed under. */
  readonly secret: string;
}

export interface PagesFeature {
  /** Messages that wait for an admin. */
  openMessages: Contact['open'];
  /** The messages that somebody has sent to the admins while signed in. */
  exportOf: Contact['exportOf'];
  routes(app: FastifyInstance): void;
}

export function createPagesFeature({ secret, ...options }: PagesOptions): PagesFeature {
  const pages = createPages(options.db, options);
  const contact = createContact({ ...options, tickets: createContactTickets(secret) });
  return {
    routes: (app) => pagesRoutes(app, pages, contact),
    openMessages: () => contact.open(),
    exportOf: (id) => contact.exportOf(id),
  };
}
