/** Random histories of a chain, read by a server that is often late, from a node that forgets old states. */
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { type Address, getAddress } from 'viem';
import { expect, it } from 'vitest';
import { ModelChain } from '../../../../../../test/support/crypto/model-chain.ts';
import { createTestDatabase } from '../../../../../../test/support/database.ts';
import { PROPERTY_TIMEOUT, runs } from '../../../../../../test/support/properties/runs.ts';
import { DAY_MS } from '../../../../../platform/durations.ts';
import { insertChain, saveBlock } from '../blocks.repo.ts';
import { capturesOf } from '../captures.repo.ts';
import { insertOrder } from '../orders.repo.ts';
import { sumOf, transfersOf } from '../transfers.repo.ts';
import { createScanner } from './scanner.ts';

const db = await createTestDatabase();

const CONFIRMATIONS = 3;
const KEPT_STATES = 8;
const USDC = getAddress(`0x${'11'.repeat(20)}`);
const ORDERS = 3;
/** The price of the one order that can be paid in full; the others ask for more than ever arrives. */
const ASKED_UNITS = 1000n;

const order = fc.nat(ORDERS - 1);
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('pay', 'pay', 'forward', 'fail', 'payUsdc'),
      order,
      units: fc.integer({ min: 1, max: 700 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('spend'), order }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('mine'), blocks: fc.integer({ min: 1, max: 5 }) }) },
  // An outage that lasts longer than the node keeps states.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mine'), blocks: fc.integer({ min: 6, max: 40 }) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('scan', 'scan', 'scanTwice') }) },
  fc.record({ kind: fc.constant('scanRefused'), order }),
  fc.record({ kind: fc.constant('reorganize'), depth: fc.integer({ min: 1, max: KEPT_STATES - 2 }) }),
);
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never;

let chains = 7_000_000;

async function openOrders(chain: ModelChain) {
  const chainId = chains++;
  const at = new Date();
  const head = await chain.head();
  // A block that no reorganization replaces, and the newest confirmed one.
  const known = await Promise.all([1, head.number - CONFIRMATIONS + 1].map((number) => chain.block(number)));
  const scanned = known.at(-1)?.number ?? 0;
  const orders = Array.from({ length: ORDERS }, (_, i) => {
    const id = uuidv7();
    return { id, address: getAddress(`0x${id.replaceAll('-', '')}${'0'.repeat(8)}`), isPayable: i === 0 };
  });
  await db.transact(async (tx) => {
    await insertChain(tx, chainId, head.number);
    for (const block of known) if (block) await saveBlock(tx, chainId, block, at);
    for (const { id, address, isPayable } of orders)
      await insertOrder(tx, {
        id,
        chain_id: chainId,
        purpose: 'ticket',
        address,
        address_index: 1,
        currency: 'USD',
        amount_cents: 100,
        opened_at: at,
        expires_at: new Date(at.getTime() + DAY_MS),
        usdc_units: isPayable ? ASKED_UNITS : 10n ** 30n,
        ether_units: isPayable ? ASKED_UNITS : 10n ** 30n,
        scanned_block: scanned,
        ether_block: scanned,
        scanned_at: at,
      });
  });
  const scanner = createScanner({
    db,
    chain,
    chainId,
    confirmations: CONFIRMATIONS,
    usdc: USDC,
    etherPrice: async () => null,
    now: () => new Date(),
  });
  return { orders, scanner };
}

interface History {
  readonly chain: ModelChain;
  readonly orders: Awaited<ReturnType<typeof openOrders>>['orders'];
  readonly scan: () => Promise<unknown>;
  /** Addresses that contracts paid. Such arrivals leave no trace if the address also sends ETH on. */
  readonly forwarded: Set<Address>;
  readonly spent: Set<Address>;
}

async function perform(one: Act, { chain, orders, scan, forwarded, spent }: History): Promise<void> {
  const to = orders['order' in one ? one.order : 0]?.address ?? USDC;
  switch (one.kind) {
    case 'mine':
      return chain.mine((one as { blocks: number }).blocks);
    case 'reorganize':
      return chain.reorganize((one as { depth: number }).depth);
    case 'scan':
      return void (await scan());
    case 'scanTwice':
      // Another process reads the whole chain meanwhile.
      chain.interruption = () => {
        chain.mine(2);
        return scan();
      };
      await scan();
      chain.interruption = null;
      return;
    case 'scanRefused':
      chain.refused.add(to);
      await scan();
      return chain.refused.clear();
    case 'spend':
      spent.add(to);
      return chain.add({ kind: 'spend', to });
    default: {
      const { kind, units } = one as { kind: 'pay' | 'forward'; units: number };
      if (kind === 'forward') forwarded.add(to);
      chain.add({ kind, to, units: BigInt(units) });
    }
  }
}

it(
  'records all that arrives at the address of each order, once, whatever the node forgets, refuses or reorganizes',
  PROPERTY_TIMEOUT,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
        const chain = new ModelChain(KEPT_STATES);
        chain.mine(5);
        const { orders, scanner } = await openOrders(chain);
        const history = {
          chain,
          orders,
          scan: scanner.scan,
          forwarded: new Set<Address>(),
          spent: new Set<Address>(),
        };
        for (const one of acts) await perform(one, history);
        chain.mine(CONFIRMATIONS);
        await scanner.scan();
        for (const { id, address, isPayable } of orders) {
          const [transfers, credited] = await db.read((tx) =>
            Promise.all([transfersOf(tx, id), capturesOf(tx, id)]),
          );
          const recorded = sumOf(transfers);
          const received = chain.received(address);
          const valid = credited.filter(({ reversedAt }) => reversedAt === null);
          const isTraceable = !(history.forwarded.has(address) && history.spent.has(address));
          if (valid.length === 0) {
            expect(recorded.USDC).toBe(received.USDC);
            if (isTraceable) expect(recorded.ETH).toBe(received.ETH);
          }
          // Arrivals after a payment was credited are not looked for.
          expect(recorded.ETH <= received.ETH && recorded.USDC <= received.USDC).toBe(true);
          const isPaid = recorded.ETH + recorded.USDC >= ASKED_UNITS;
          expect(valid).toHaveLength(isPayable && isPaid ? 1 : 0);
        }
      }),
      runs(15),
    );
  },
);
