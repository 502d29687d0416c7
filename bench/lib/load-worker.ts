/**
 * The load generator: keep-alive connections on bare sockets, one request under way on each, all
 * reading into one buffer that is never kept. It does as little as can be for each answer, so that
 * one core of it outruns one core of server.
 */
import net from 'node:net';
import type { LoadOrder, LoadResult } from './load.ts';
import { cpuSeconds, serveParent } from './proc.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('Content-Length: ');
const CARRIAGE_RETURN = 13;

serveParent((order: LoadOrder) => run(order));

async function run({ port, pid, paths, connections, seconds }: LoadOrder): Promise<LoadResult> {
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`));
  const scratch = Buffer.allocUnsafe(1024 * 1024);
  let answered = 0;
  let bytes = 0;
  let failures = 0;
  let running = true;

  function open(first: number): net.Socket {
    let next = first;
    /** Body bytes still to come; -1 while the head is read. */
    let missing = -1;
    /** The beginning of a head that came in pieces. */
    let pending: Buffer | null = null;

    function ask(): void {
      const request = requests[next % requests.length];
      next++;
      if (request !== undefined) socket.write(request);
    }

    function consume(read: number): void {
      let chunk: Buffer = scratch.subarray(0, read);
      bytes += read;
      if (missing === -1) {
        if (pending !== null) chunk = Buffer.concat([pending, chunk]);
        pending = null;
        const end = chunk.indexOf(HEAD_END);
        if (end === -1) {
          pending = Buffer.from(chunk);
          return;
        }
        // HTTP/1.1 200 OK: the status is at a fixed place.
        if (chunk[9] !== 0x32) failures++;
        const at = chunk.indexOf(LENGTH) + LENGTH.length;
        missing =
          Number(chunk.toString('latin1', at, chunk.indexOf(CARRIAGE_RETURN, at))) - (chunk.length - end - 4);
      } else {
        missing -= read;
      }
      if (missing > 0) return;
      missing = -1;
      answered++;
      if (running) ask();
    }

    const socket = net.connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: scratch,
        callback: (read) => {
          consume(read);
          return true;
        },
      },
    });
    socket.once('connect', ask);
    return socket;
  }

  const sockets = Array.from({ length: connections }, (_, index) =>
    open(Math.floor((index * requests.length) / connections)),
  );
  // The first half second fills caches and compiles.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const cpuAtStart = process.cpuUsage();
  const serverCpuAtStart = cpuSeconds(pid);
  const startedAt = performance.now();
  answered = 0;
  bytes = 0;
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  running = false;
  const took = (performance.now() - startedAt) / 1000;
  const serverCpuSeconds = cpuSeconds(pid) - serverCpuAtStart;
  const cpu = process.cpuUsage(cpuAtStart);
  const busy = (cpu.user + cpu.system) / 1e6 / took;
  for (const socket of sockets) socket.destroy();
  return { seconds: took, serverCpuSeconds, requests: answered, bytes, failures, busy };
}
