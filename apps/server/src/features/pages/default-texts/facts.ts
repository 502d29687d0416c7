/** What the default texts say of an instance. */
import type { InstanceSettings } from '@tributary/contracts/instance';
import type { Purpose } from '@tributary/contracts/payments';

export interface InstanceFacts {
  /** Escaped for Markdown. */
  readonly name: string;
  readonly sendsMail: boolean;
  /** How long a stream waits for its encoder to return. */
  readonly graceSeconds: number;
  /** What can be paid for; empty where the instance takes no payments. */
  readonly purposes: ReadonlySet<Purpose>;
  readonly takesCrypto: boolean;
  readonly isTestMoney: boolean;
  readonly settings: Pick<
    InstanceSettings,
    | 'recordingsEnabled'
    | 'recordingRetentionDays'
    | 'recordingQuotaGib'
    | 'uploadMaxGib'
    | 'chatRetentionDays'
    | 'platformFeeBasisPoints'
    | 'linkPreviews'
  >;
}

export const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** The fee of the instance, such as `10%`; null where it takes none. */
export const feeOf = ({ settings }: InstanceFacts): string | null =>
  settings.platformFeeBasisPoints === 0 ? null : `${settings.platformFeeBasisPoints / 100}%`;

/** Whether some streams need a ticket or a subscription. */
export const sellsAccess = ({ purposes }: InstanceFacts): boolean =>
  purposes.has('ticket') || purposes.has('subscription');

/** The given paragraphs that apply, one after the other. */
export const paragraphs = (...all: readonly (string | false | null)[]): string =>
  all.filter((one) => one !== false && one !== null).join('\n\n');
