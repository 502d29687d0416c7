/** A proxy between the server and a chain that fails like RPC services. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const request = z.object({
  jsonrpc: z.string(),
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()),
});
type Request = z.infer<typeof request>;

export type Behavior = 'forwards' | 'unreachable' | 'failing' | 'nonsense' | 'silent';

export interface RpcProxy extends AsyncDisposable {
  readonly url: string;
  behavior: Behavior;
  /** Refuses filters of logs over more blocks than this. */
  maxLogBlocks: number;
  /** The number of newest blocks whose states are kept, as by full nodes. */
  keptStates: number;
  /** The newest block of the server that answers filters of logs. It answers with an empty list for newer blocks. */
  newestBlock: number;
  /** The addresses whose balances are refused, in lowercase. */
  readonly refused: Set<string>;
  /** The error of JSON-RPC with which every call is answered. */
  error: { readonly code: number; readonly message: string } | null;
  /** The answers that replace those of the chain, by method. */
  readonly answers: Map<string, unknown>;
  /** All requests, in order. */
  readonly requests: Request[];
}

const STATE_METHODS = ['eth_getBalance', 'eth_getTransactionCount'];
const stateParams = z.tuple([z.string(), z.string()]);
const blockParams = z.tuple([z.string(), z.boolean()]);
const quantity = z.object({ result: z.string() });
const logFilter = z.tuple([z.object({ fromBlock: z.string(), toBlock: z.string() })]);

export async function startRpcProxy(target: string): Promise<RpcProxy> {
  const requests: Request[] = [];
  const answers = new Map<string, unknown>();

  const headers = { 'content-type': 'application/json' };
  const forward = async (one: Request): Promise<unknown> =>
    (await fetch(target, { method: 'POST', body: JSON.stringify(one), headers })).json();

  /** The error of a node for a state that it does not have, or null. */
  async function stateError(one: Request) {
    const [address, block] = stateParams.parse(one.params);
    if (proxy.refused.has(address.toLowerCase())) return { code: -32000, message: 'internal error' };
    if (proxy.keptStates === Number.POSITIVE_INFINITY) return null;
    const head = quantity.parse(await forward({ ...one, method: 'eth_blockNumber', params: [] }));
    const isOld = Number(block) <= Number(head.result) - proxy.keptStates;
    return isOld
      ? { code: -32000, message: 'missing trie node 0a (path ) state 0x0a is not available' }
      : null;
  }

  async function answer(one: Request, isForLogs: boolean): Promise<unknown> {
    requests.push(one);
    const { jsonrpc, id, method, params } = one;
    if (proxy.error) return { jsonrpc, id, error: proxy.error };
    if (proxy.behavior === 'nonsense') return { jsonrpc, id, result: `0x${'f'.repeat(80)}` };
    if (answers.has(method)) return { jsonrpc, id, result: answers.get(method) };
    if (method === 'eth_getLogs') {
      const [{ fromBlock, toBlock }] = logFilter.parse(params);
      if (Number(toBlock) - Number(fromBlock) + 1 > proxy.maxLogBlocks)
        return { jsonrpc, id, error: { code: -32600, message: 'The range of blocks is too large' } };
      if (Number(toBlock) > proxy.newestBlock) return { jsonrpc, id, result: [] };
    }
    if (STATE_METHODS.includes(method)) {
      const error = await stateError(one);
      if (error) return { jsonrpc, id, error };
    }
    const isNewer = () => Number(blockParams.parse(params)[0]) > proxy.newestBlock;
    if (isForLogs && method === 'eth_getBlockByNumber' && isNewer()) return { jsonrpc, id, result: null };
    return forward(one);
  }

  const server = createServer(async (incoming, response) => {
    const body = z.union([request, z.array(request)]).parse(await json(incoming));
    if (proxy.behavior === 'silent') return;
    if (proxy.behavior === 'unreachable') return void incoming.socket.destroy();
    if (proxy.behavior === 'failing') return void response.writeHead(503).end('Service unavailable');
    const isForLogs = [body].flat().some(({ method }) => method === 'eth_getLogs');
    const all = Array.isArray(body)
      ? await Promise.all(body.map((one) => answer(one, isForLogs)))
      : await answer(body, isForLogs);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(all));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error(`The proxy has the address ${address}.`);
  const proxy: RpcProxy = {
    // The path looks like the key of an RPC service.
    url: `http://127.0.0.1:${address.port}/v2/SECRET-KEY`,
    behavior: 'forwards',
    maxLogBlocks: Number.POSITIVE_INFINITY,
    keptStates: Number.POSITIVE_INFINITY,
    newestBlock: Number.POSITIVE_INFINITY,
    refused: new Set(),
    error: null,
    answers,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
