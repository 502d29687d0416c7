/** The facts about an instance that its default texts contain. */
import type { InstanceSettings } from '@tributary/contracts/instance';
import type { Purpose } from '@tributary/contracts/payments';
import type { Language } from '@tributary/messages/languages';
import { textIn } from '#platform/messages/index.ts';

export interface InstanceFacts {
  /** The instance's name, escaped for Markdown. */
  readonly name: string;
  readonly sendsMail: boolean;
  /** Whether viewers may give live streams to each other. */
  readonly p2p: 'off' | 'relay' | 'ask' | 'on';
  /** The origins of mirrors that pages load from while the instance does not answer. */
  readonly mirrors: readonly string[];
  /** How long a stream waits for its encoder to return. */
  readonly graceSeconds: number;
  /** The purposes of payments; empty if the instance takes no payments. */
  readonly purposes: ReadonlySet<Purpose>;
  readonly takesCrypto: boolean;
  readonly isTestMoney: boolean;
  /** Whether the instance can offer streams in several qualities. */
  readonly transcodes: boolean;
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

export const daysIn = (language: Language, count: number): string => textIn(language, 'page.days', { count });

/** The fee of the instance, such as `10%`; null if it takes none. */
export const feeOf = ({ settings }: InstanceFacts): string | null =>
  settings.platformFeeBasisPoints === 0 ? null : `${settings.platformFeeBasisPoints / 100}%`;

/** The facts by which texts about payments choose their sentences. */
export function moneyFacts(facts: InstanceFacts) {
  const { purposes, isTestMoney } = facts;
  const fee = feeOf(facts);
  return {
    money: isTestMoney ? 'test' : 'real',
    fee: fee === null ? 'none' : 'taken',
    share: fee ?? '',
    donations: purposes.has('donation') ? 'taken' : 'none',
    tickets: purposes.has('ticket') ? 'sold' : 'none',
    subscriptions: purposes.has('subscription') ? 'sold' : 'none',
  };
}

/** Whether some streams need a ticket or a subscription. */
export const sellsAccess = ({ purposes }: InstanceFacts): boolean =>
  purposes.has('ticket') || purposes.has('subscription');

export const qualitiesOf = ({ transcodes }: InstanceFacts): 'several' | 'one' =>
  transcodes ? 'several' : 'one';

/** Joins the given paragraphs that apply. */
export const paragraphs = (...all: readonly (string | false | null)[]): string =>
  all.filter((one) => one !== false && one !== null).join('\n\n');
