/** Lists disputes for admins, and sends their evidence to the provider. */
import type { DisputeStatus, ListedDispute } from '@tributary/contracts/payments';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { defineErrors } from '#platform/errors.ts';
import { findCharge } from '../charges/charges.repo.ts';
import { findDispute, findDisputes, setEvidence } from '../charges/refunds.repo.ts';
import type { Settlement } from '../checkouts/settlement.ts';
import { BY_AGE, newestFirst, type Page, readPage } from '../pages.repo.ts';
import type { ProviderName } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import { type ChargeList, partiesOf } from './charge-list.service.ts';
import { findChargesByIds } from './charge-search.repo.ts';
import { toAdminDispute } from './corrections.ts';

const errors = defineErrors('disputes', {
  dispute_not_found: 'not_found',
  dispute_decided: 'conflict',
  evidence_at_provider: 'conflict',
});

export interface AdminDisputes {
  /** @throws AppError `cursor_invalid` */
  list(request: {
    status?: DisputeStatus | undefined;
    cursor?: string | undefined;
  }): Promise<Page<ListedDispute>>;
  /**
   * Sends evidence to the provider before it is stored. A repeated request sends it again, and the provider decides
   * whether it still takes evidence.
   * @throws ProviderUnavailable, ProviderRefused, AppError `dispute_not_found`, `dispute_decided`,
   *   `evidence_at_provider`
   */
  submitEvidence(by: Actor, id: string, evidence: string): Promise<void>;
}

export interface AdminDisputesOptions {
  readonly db: Database;
  readonly providers: Pick<Providers, 'find' | 'get'>;
  readonly settlement: Settlement;
  readonly list: Pick<ChargeList, 'peopleOf'>;
  readonly now: () => Date;
}

export function createAdminDisputes(options: AdminDisputesOptions): AdminDisputes {
  const { db, providers, settlement, list, now } = options;

  async function takingEvidence(names: readonly ProviderName[]): Promise<ReadonlySet<ProviderName>> {
    const taking = new Set<ProviderName>();
    for (const name of new Set(names)) if ((await providers.find(name))?.disputes) taking.add(name);
    return taking;
  }

  return {
    async list({ status, cursor }) {
      const { items, next } = await readPage(BY_AGE, newestFirst(cursor), (slice) =>
        db.read((reader) => findDisputes(reader, status, slice)),
      );
      const ids = items.map(({ chargeId }) => chargeId);
      const charges = await db.read((reader) => findChargesByIds(reader, ids));
      const people = await list.peopleOf(charges);
      const taking = await takingEvidence(charges.map(({ provider }) => provider));
      const byId = new Map(charges.map((charge) => [charge.id, charge]));
      return {
        next,
        items: items.flatMap((dispute) => {
          const charge = byId.get(dispute.chargeId);
          if (!charge) return [];
          const shown = toAdminDispute(dispute, charge, taking.has(charge.provider));
          return [{ ...shown, ...partiesOf(charge, people) }];
        }),
      };
    },
    async submitEvidence(by, id, evidence) {
      const dispute = await db.read((reader) => findDispute(reader, id));
      const charge = dispute && (await db.read((reader) => findCharge(reader, dispute.chargeId)));
      if (!charge) throw errors.dispute_not_found();
      if (dispute.status !== 'open') throw errors.dispute_decided();
      const { disputes, name } = await providers.get(charge.provider);
      if (!disputes) throw errors.evidence_at_provider();
      const asOf = now();
      const facts = await disputes.submitEvidence(dispute.providerDisputeId, evidence);
      await db.transact(async (tx) => {
        await settlement.apply(tx, name, facts, asOf);
        await setEvidence(tx, id, evidence, now());
        await audit(tx, { by, action: 'dispute.evidence_submitted', kind: 'dispute', id });
      });
    },
  };
}
