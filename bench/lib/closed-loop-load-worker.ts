/**
 * A load generator on raw sockets: keep-alive connections with one request at a time, all reading into
 * the same buffer. It does so little per response that one core of it outruns one core of server.
 */
import net from 'node:net';
import type { ClosedLoopOrder, ClosedLoopResult } from './closed-loop-load.ts';
import { cpuSeconds, serveParent } from './proc.ts';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('Content-Length: ');
const CARRIAGE_RETURN = 13;

serveParent((order: ClosedLoopOrder) => run(order));

async function run({ port, pid, paths, connections, seconds }: ClosedLoopOrder): Promise<ClosedLoopResult> {
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`));
  const scratch = Buffer.allocUnsafe(1024 * 1024);
  let answered = 0;
  let bytes = 0;
  let failures = 0;
  let running = true;

  function open(first: number): net.Socket {
    let next = first;
    /** Body bytes still to be read; -1 while reading the headers. */
    let missing = -1;
    /** The first chunks of headers that did not arrive at once. */
    let pending: Buffer | null = null;

    function sendNext(): void {
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
        // In "HTTP/1.1 200 OK", the status has a fixed position.
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
      if (running) sendNext();
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
    socket.once('connect', sendNext);
    return socket;
  }

  const sockets = Array.from({ length: connections }, (_, index) =>
    open(Math.floor((index * requests.length) / connections)),
  );
  // Half a second of warm-up, for caches and compilation.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const cpuAtStart = process.cpuUsage();
  const serverCpuAtStart = cpuSeconds(pid);
  const startedAt = performance.now();
  answered = 0;
  bytes = 0;
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  running = false;
  const elapsed = (performance.now() - startedAt) / 1000;
  const serverCpuSeconds = cpuSeconds(pid) - serverCpuAtStart;
  const cpu = process.cpuUsage(cpuAtStart);
  const busy = (cpu.user + cpu.system) / 1e6 / elapsed;
  for (const socket of sockets) socket.destroy();
  return { seconds: elapsed, serverCpuSeconds, requests: answered, bytes, failures, busy };
}
