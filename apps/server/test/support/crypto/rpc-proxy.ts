/** Stands between the server and a chain, and fails as RPC services do. */
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
  /** Refuses filters of logs over more blocks. */
  maxLogBlocks: number;
  /** Answers given instead of the chain's, by method. */
  readonly answers: Map<string, unknown>;
  /** All requests, in order. */
  readonly requests: Request[];
}

const logFilter = z.tuple([z.object({ fromBlock: z.string(), toBlock: z.string() })]);

export async function startRpcProxy(target: string): Promise<RpcProxy> {
  const requests: Request[] = [];
  const answers = new Map<string, unknown>();

  async function answer(one: Request): Promise<unknown> {
    requests.push(one);
    const { jsonrpc, id, method, params } = one;
    if (proxy.behavior === 'nonsense') return { jsonrpc, id, result: `0x${'f'.repeat(80)}` };
    if (answers.has(method)) return { jsonrpc, id, result: answers.get(method) };
    if (method === 'eth_getLogs') {
      const [{ fromBlock, toBlock }] = logFilter.parse(params);
      if (Number(toBlock) - Number(fromBlock) + 1 > proxy.maxLogBlocks)
        return { jsonrpc, id, error: { code: -32600, message: 'The range of blocks is too large' } };
    }
    const headers = { 'content-type': 'application/json' };
    return (await fetch(target, { method: 'POST', body: JSON.stringify(one), headers })).json();
  }

  const server = createServer(async (incoming, response) => {
    const body = z.union([request, z.array(request)]).parse(await json(incoming));
    if (proxy.behavior === 'silent') return;
    if (proxy.behavior === 'unreachable') return void incoming.socket.destroy();
    if (proxy.behavior === 'failing') return void response.writeHead(503).end('Service unavailable');
    const all = Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(all));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error(`The proxy has the address ${address}.`);
  const proxy: RpcProxy = {
    // Like the key of an RPC service.
    url: `http://127.0.0.1:${address.port}/v2/SECRET-KEY`,
    behavior: 'forwards',
    maxLogBlocks: Number.POSITIVE_INFINITY,
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
