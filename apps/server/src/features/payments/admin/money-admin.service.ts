/** Composes the services with which admins search, refund, answer disputes and reconcile. */
import type { ChargeDetails } from '@tributary/contracts/payments';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { JobRegistration, Jobs } from '#platform/jobs/index.ts';
import type { Payments } from '../payments.service.ts';
import { type AdminDisputes, createAdminDisputes } from './admin-disputes.service.ts';
import { type AdminRefunds, createAdminRefunds } from './admin-refunds.service.ts';
import { readChargeDetails } from './charge-details.service.ts';
import { type ChargeList, type ChargeListOptions, createChargeList } from './charge-list.service.ts';
import { reconciliationJob } from './reconciliation.jobs.ts';
import { createReconciliations, type Reconciliations } from './reconciliations.service.ts';

export interface MoneyAdmin {
  readonly charges: ChargeList;
  /** @throws AppError `charge_not_found` */
  detailsOf(chargeId: string): Promise<ChargeDetails>;
  readonly refunds: AdminRefunds;
  readonly disputes: AdminDisputes;
  readonly reconciliations: Reconciliations;
  readonly jobs: readonly JobRegistration[];
}

export interface MoneyAdminOptions extends Omit<ChargeListOptions, 'providers'> {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly payments: Pick<Payments, 'providers' | 'refunds' | 'settlement'>;
  readonly now: () => Date;
}

export function createMoneyAdmin(options: MoneyAdminOptions): MoneyAdmin {
  const { providers, refunds, settlement } = options.payments;
  const list = createChargeList({ ...options, providers });
  const parts = { ...options, providers, refunds, settlement, list };
  return {
    charges: list,
    detailsOf: (id) => readChargeDetails(parts, id),
    refunds: createAdminRefunds(parts),
    disputes: createAdminDisputes(parts),
    reconciliations: createReconciliations(parts),
    jobs: [reconciliationJob(parts)],
  };
}
