/** The facts about an instance that its default texts contain. */
import type { InstanceSettings } from '@tributary/contracts/instance';
import type { Purpose } from '@tributary/contracts/payments';

export interface InstanceFacts {
  /** The instance's name, escaped for Markdown. */
  readonly name: string;
  readonly sendsMail: boolean;
  /** Whether viewers may give live streams to each other. */
  readonly p2p: 'off' | 'ask' | 'on';
  /** How long a stream waits for its encoder to return. */
  readonly graceSeconds: number;
  /** The purposes of payments; empty if the instance takes no payments. */
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

/** The fee of the instance, such as `10%`; null if it takes none. */
export const feeOf = ({ settings }: InstanceFacts): string | null =>
  settings.platformFeeBasisPoints === 0 ? null : `${settings.platformFeeBasisPoints / 100}%`;

/** Whether some streams need a ticket or a subscription. */
export const sellsAccess = ({ purposes }: InstanceFacts): boolean =>
  purposes.has('ticket') || purposes.has('subscription');

/** Joins the given paragraphs that apply. */
export const paragraphs = (...all: readonly (string | false | null)[]): string =>
  all.filter((one) => one !== false && one !== null).join('\n\n');
