import { inspect } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { type Behavior, startRpcProxy } from '../../../../../../test/support/crypto/rpc-proxy.ts';
import { ProviderUnavailable } from '../../provider.errors.ts';
import { createChain } from './chain.ts';
import { createRpc, RpcRefused, safeQuantity } from './rpc.ts';

const OURS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const word = (hex: string) => `0x${hex.padStart(64, '0')}`;

const transfer = {
  address: TOKEN,
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    word('1'),
    word(OURS.slice(2).toLowerCase()),
  ],
  data: word('5'),
  blockNumber: '0x5',
  transactionHash: word('aa'),
  logIndex: '0x0',
};

async function startProxy() {
  const proxy = await startRpcProxy('http://127.0.0.1:9');
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  return proxy;
}

it.each<Behavior>(['unreachable', 'failing', 'nonsense', 'silent'])(
  'reports a server that is %s as unavailable, without its URL',
  async (behavior) => {
    const proxy = await startProxy();
    proxy.behavior = behavior;
    const call = createRpc(proxy.url, 200).call('eth_chainId', [], safeQuantity);
    const error = await call.then(
      () => expect.fail('The call succeeded'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ProviderUnavailable);
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('SECRET-KEY');
  },
);

it.each([
  ['a number that is too large', { number: '0xffffffffffffffff', hash: word('1') }],
  ['a number of the wrong type', { number: 5, hash: word('1') }],
  ['a number that is not hexadecimal', { number: '0xzz', hash: word('1') }],
  ['a negative number', { number: '-0x1', hash: word('1') }],
  ['a hash that is too short', { number: '0x1', hash: '0x12' }],
  ['no hash', { number: '0x1' }],
  ['null', null],
  ['a text', 'ok'],
  ['a list', []],
])('rejects %s as an invalid answer for the newest block', async (_what, answer) => {
  const proxy = await startProxy();
  proxy.answers.set('eth_getBlockByNumber', answer);
  await expect(createChain({ rpcUrl: proxy.url, maxBlocks: 100 }).head()).rejects.toThrow(
    ProviderUnavailable,
  );
});

it.each([
  ['another token', { address: OURS }],
  ['another event', { topics: [word('1'), ...transfer.topics.slice(1)] }],
  ['another recipient', { topics: [...transfer.topics.slice(0, 2), word('bb')] }],
  ['another block', { blockNumber: '0x63' }],
  ['more than a word of data', { data: `0x${'11'.repeat(64)}` }],
])('rejects transfers of %s than requested', async (_what, more) => {
  const proxy = await startProxy();
  const chain = createChain({ rpcUrl: proxy.url, maxBlocks: 100 });
  const range = { from: 1, to: 50, confirmed: 40 };
  proxy.answers.set('eth_getBlockByNumber', { number: '0x28', hash: word('28') });
  proxy.answers.set('eth_getLogs', [transfer]);
  expect(await chain.tokenTransfers(TOKEN, [OURS], range)).toMatchObject([{ units: 5n, blockNumber: 5 }]);
  proxy.answers.set('eth_getLogs', [{ ...transfer, ...more }]);
  await expect(chain.tokenTransfers(TOKEN, [OURS], range)).rejects.toThrow(ProviderUnavailable);
});

it.each(['0x', word('5'), '0x1234', 'nonsense', 12])(
  'rejects %j as an invalid response when it reads a contract',
  async (answer) => {
    const proxy = await startProxy();
    proxy.answers.set('eth_call', answer);
    const chain = createChain({ rpcUrl: proxy.url, maxBlocks: 100 });
    await expect(chain.price(TOKEN)).rejects.toThrow(ProviderUnavailable);
  },
);

it.each([
  [429, 'Your app has exceeded its compute units per second capacity.'],
  [-32005, 'project ID request rate exceeded'],
  [-32012, 'credits limited to 6000/sec'],
])('takes the error %i, %s, for a rate limit and not for a refusal', async (code, message) => {
  const proxy = await startProxy();
  proxy.error = { code, message };
  const error = await createRpc(proxy.url)
    .call('eth_getLogs', [], safeQuantity)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProviderUnavailable);
  expect(error).not.toBeInstanceOf(RpcRefused);
});

it.each([
  [-32005, 'query returned more than 10000 results. Try with this block range [0xBDE5F8, 0x102DBCC].'],
  [-32602, 'range 1000000 exceeds limit of 10000'],
  [-32600, 'You can make eth_getLogs requests with up to a 500 block range.'],
  [-32000, 'missing trie node 0a (path ) state 0x0a is not available'],
])('takes the error %i, %s, for a refusal', async (code, message) => {
  const proxy = await startProxy();
  proxy.error = { code, message };
  await expect(createRpc(proxy.url).call('eth_getLogs', [], safeQuantity)).rejects.toThrow(RpcRefused);
});
