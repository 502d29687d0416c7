/** The objects of a Stripe account, and its balances. */
import { StripeAnswerError } from './stripe-errors.ts';
import type { Base, Kind, Kinds, StripeObject } from './stripe-objects.ts';

const PREFIXES: Readonly<Record<Kind, string>> = {
  'checkout.session': 'cs_test',
  payment_intent: 'pi',
  charge: 'ch',
  application_fee: 'fee',
  refund: 're',
  dispute: 'du',
  subscription: 'sub',
  invoice: 'in',
  invoice_payment: 'inpay',
  account: 'acct',
  transfer: 'tr',
  transfer_reversal: 'trr',
  product: 'prod',
  customer: 'cus',
};

export class StripeStore {
  /** Tests set the clock. */
  now = new Date('2026-03-02T12:00:00Z');
  /** Balances of the platform and of connected accounts in minor units, after all captures, transfers and refunds. */
  readonly #balances = new Map<string, number>();
  readonly #objects = new Map<string, StripeObject>();
  #count = 0;

  /** Removes all objects. Ids continue, so that none is reused. */
  clear(): void {
    this.#objects.clear();
    this.#balances.clear();
  }

  get seconds(): number {
    return Math.floor(this.now.getTime() / 1000);
  }

  newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${String(this.#count).padStart(14, '0')}`;
  }

  add<K extends Kind>(kind: K, fields: Omit<Kinds[K], keyof Base<K>>): Kinds[K] {
    const base = { id: this.newId(PREFIXES[kind]), object: kind, created: this.seconds };
    const object = { ...fields, ...base } as unknown as Kinds[K];
    this.#objects.set(object.id, object);
    return object;
  }

  /** @throws StripeAnswerError 404 `resource_missing` */
  get<K extends Kind>(kind: K, id: string): Kinds[K] {
    const object = this.#objects.get(id);
    if (object?.object === kind) return object as Kinds[K];
    const message = `No such ${kind}: '${id}'`;
    throw new StripeAnswerError(404, message, { code: 'resource_missing', param: 'id' });
  }

  /** Sorted newest first, as in lists of the API. */
  all<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.#objects.values()].filter((one) => one.object === kind).reverse() as Kinds[K][];
  }

  balanceOf(account: string): number {
    return this.#balances.get(account) ?? 0;
  }

  /** Moves minor units between accounts; null is the outside world. */
  move(from: string | null, to: string | null, amount: number): void {
    if (from !== null) this.#balances.set(from, this.balanceOf(from) - amount);
    if (to !== null) this.#balances.set(to, this.balanceOf(to) + amount);
  }

  /** Copies a value for an answer, and replaces references by objects along the given paths. */
  expanded(value: unknown, paths: readonly string[] = []): unknown {
    if (Array.isArray(value)) return value.map((item) => this.expanded(item, paths));
    if (typeof value === 'string' && this.#objects.has(value)) {
      return this.expanded(this.#objects.get(value), paths);
    }
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = { ...value };
    delete copy.returnedFee;
    // The payments of an invoice are included on request only.
    if (copy.object === 'invoice' && paths.some((path) => path.split('.')[0] === 'payments')) {
      const data = this.all('invoice_payment').filter(({ invoice }) => invoice === copy.id);
      copy.payments = { object: 'list', has_more: false, data };
    }
    for (const name of new Set(paths.map((path) => path.split('.')[0] ?? ''))) {
      if (!(name in copy)) throw new StripeAnswerError(400, `This property cannot be expanded (${name}).`);
      const rest = paths
        .filter((path) => path.startsWith(`${name}.`))
        .map((path) => path.slice(name.length + 1));
      copy[name] = this.expanded(copy[name], rest);
    }
    return structuredClone(copy);
  }
}

export const PLATFORM = 'platform';
