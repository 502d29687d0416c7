/** Information pages, with default texts until an admin edits them. */
import type { Page, PageSlug } from '@tributary/contracts/pages';
import type { Language } from '@tributary/messages/languages';
import type { PaymentsFeature } from '#features/payments/index.ts';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { readSettings } from '#platform/settings/index.ts';
import { defaultText, type InstanceFacts, TEXTS_UPDATED_AT } from './default-texts/index.ts';
import { pagesErrors } from './pages.errors.ts';
import * as repo from './pages.repo.ts';

export interface Pages {
  /** @param language the language of a default text; a page that an admin has edited is shown as it is */
  find(slug: PageSlug, language: Language): Promise<Page>;
  /** @throws AppError `page_changed` if the page is no longer at `version` */
  put(slug: PageSlug, edit: { body: string; version: number; by: Actor }): Promise<Page>;
  /** Restores the default text. Idempotent. */
  restore(slug: PageSlug, by: Actor, language: Language): Promise<Page>;
}

export interface PagesServiceOptions {
  readonly db: Database;
  readonly payments: { readonly providers: Pick<PaymentsFeature['providers'], 'methods'> };
  readonly instanceName: () => string;
  /** Null: the instance sends no mail. */
  readonly smtpUrl: string | null;
  readonly media: { readonly graceSeconds: number };
  readonly p2p: InstanceFacts['p2p'];
  readonly mirrors: InstanceFacts['mirrors'];
  readonly transcoding: 'off' | 'auto' | number;
}

export function createPagesService({
  db,
  payments,
  instanceName,
  smtpUrl,
  media,
  p2p,
  mirrors,
  transcoding,
}: PagesServiceOptions): Pages {
  async function readFacts(): Promise<InstanceFacts> {
    const [settings, methods] = await Promise.all([db.read(readSettings), payments.providers.methods()]);
    return {
      name: instanceName(),
      sendsMail: smtpUrl !== null,
      graceSeconds: media.graceSeconds,
      p2p,
      mirrors,
      transcodes: transcoding !== 'off',
      purposes: new Set(methods.flatMap(({ purposes }) => purposes)),
      takesCrypto: methods.some(({ method }) => method === 'crypto'),
      isTestMoney: methods.some(({ isTest }) => isTest),
      settings,
    };
  }

  const defaultPage = async (slug: PageSlug, language: Language): Promise<Page> => ({
    slug,
    body: defaultText(slug, await readFacts(), language),
    version: 0,
    updatedAt: TEXTS_UPDATED_AT,
  });

  return {
    async find(slug, language) {
      const edited = await db.read((reader) => repo.findPage(reader, slug));
      return edited ? toPage(slug, edited) : defaultPage(slug, language);
    },
    async put(slug, edit) {
      const { by, version } = edit;
      const edited = await db.transact(async (tx) => {
        const page = await repo.putPage(tx, slug, { ...edit, by: by.userId });
        if (!page) throw pagesErrors.page_changed();
        const versions = { before: { version }, after: { version: page.version } };
        await audit(tx, { by, action: 'page.edited', kind: 'page', id: slug, ...versions });
        return page;
      });
      return toPage(slug, edited);
    },
    async restore(slug, by, language) {
      await db.transact(async (tx) => {
        const version = await repo.deletePage(tx, slug);
        if (version === undefined) return;
        await audit(tx, { by, action: 'page.restored', kind: 'page', id: slug, before: { version } });
      });
      return defaultPage(slug, language);
    },
  };
}

function toPage(slug: PageSlug, { body, version, updatedAt }: repo.EditedPage): Page {
  return { slug, body, version, updatedAt: updatedAt.toISOString() };
}
