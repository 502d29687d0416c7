/** Information pages that admins can edit, and contact messages to the admins. */
import { recordExports } from '#platform/audit/index.ts';
import type { Feature } from '#platform/feature.ts';
import { type Contact, type ContactOptions, createContact } from './contact.service.ts';
import { createContactTickets } from './contact-ticket.ts';
import { pagesRoutes } from './pages.routes.ts';
import { createPagesService, type PagesServiceOptions } from './pages.service.ts';

export interface PagesOptions extends Omit<ContactOptions, 'tickets'>, PagesServiceOptions {
  /** The secret that signs the tickets of the contact form. */
  readonly secret: string;
}

export interface PagesFeature extends Feature {
  /** The number of messages that wait for an admin. */
  openMessages: Contact['open'];
}

export function createPages({ secret, ...options }: PagesOptions): PagesFeature {
  const pages = createPagesService(options);
  const contact = createContact({ ...options, tickets: createContactTickets(secret) });
  return {
    name: 'pages',
    routes: (app) => pagesRoutes(app, pages, contact, recordExports(options.db)),
    openMessages: () => contact.open(),
    exportUserData: (id) => contact.exportOf(id),
  };
}
