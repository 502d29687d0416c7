import type { ClientMessage, TransportRefusal } from '@tributary/contracts/realtime';
import { AppError } from '../../errors.ts';
import { localize, schemaText, textIn } from '../../messages/index.ts';
import { countNetwork } from '../../network/network-rate.ts';
import type { ExpiringStore } from '../../shared-state/index.ts';
import type { Connection } from '../sockets/connection.ts';
import type { OpenedTopic } from './topic-hub.ts';

export type ActionMessage = Extract<ClientMessage, { type: 'action' }>;

const WINDOW_MS = 60_000;

export interface ActionOptions {
  /** Counts the actions of each person and each network. */
  readonly budgets: ExpiringStore;
  /** Finds the topic if the connection may use it. The connection need not listen to it. */
  open(address: string): Promise<OpenedTopic | TransportRefusal>;
  onError(error: unknown, doing: string): void;
}

/** Performs an action of a client, and answers with an acknowledgement or a refusal. */
export async function act(
  connection: Connection,
  { topic, action: name, data, id }: ActionMessage,
  { budgets, open, onError }: ActionOptions,
): Promise<void> {
  const refuse = (code: string, message?: string) =>
    void connection.send({ type: 'refused', topic, code, message, id });
  try {
    const opened = await open(topic);
    if (typeof opened === 'string') return refuse(opened);
    const { contract, actions = {} } = opened.definition;
    // A client may send the name of a property that every object inherits.
    const action = Object.hasOwn(actions, name) ? contract.actions?.[name] : undefined;
    const handle = actions[name];
    if (action === undefined || handle === undefined) return refuse('unknown_action');
    const parsed = action.data.safeParse(data);
    if (!parsed.success) {
      const sentence = parsed.error.issues[0]?.message;
      return refuse('invalid', sentence && localize(schemaText(sentence, ''), connection.language));
    }
    const { principal, clientId, network } = connection;
    const { perMinute } = action;
    const of = `${contract.name} ${name}`;
    const person = await budgets.increment(`${of} ${principal?.userId ?? clientId}`, WINDOW_MS);
    const rate = { of, network, windowMs: WINDOW_MS, max: perMinute.network };
    const everybody = await countNetwork(budgets, rate);
    if (person.count > perMinute.person || everybody.count > perMinute.network) {
      return refuse('limited', textIn(connection.language, 'errors.http.too_many_actions'));
    }
    const result = await handle({ key: opened.key, connection }, parsed.data);
    connection.send({ type: 'ack', id, data: action.result?.parse(result) });
  } catch (error) {
    if (error instanceof AppError) return refuse(error.code, localize(error.text, connection.language));
    onError(error, `the action ${name} of the topic ${topic}`);
    refuse('unexpected');
  }
}
