import { randomUUID } from 'node:crypto';
import { backoff } from '../backoff.ts';
import type { Log } from '../log/log.ts';
import { type Bus, BusHandlers } from './bus.ts';

/** A connection on which every process sees all frames, its own included, in one order. */
export interface BusConnection {
  send(frame: string): Promise<void>;
  close(): Promise<void>;
}

export interface BusConnectionHandlers {
  onFrame(frame: string): void;
  /** Called when the connection breaks; `close` is called next. */
  onLost(reason: unknown): void;
}

/**
 * Resolves once frames arrive.
 * @throws Error if the server cannot be reached
 */
export type ConnectBus = (handlers: BusConnectionHandlers) => Promise<BusConnection>;

/** A frame that has not come back within this time was not delivered, and the connection is replaced. */
const ECHO_TIMEOUT_MS = 5_000;
/** How often an idle connection is tested. A connection that a router dropped would stay silent. */
const PROBE_INTERVAL_MS = 20_000;

interface Message {
  readonly channel: string;
  readonly message: string;
}

/** Internal channels, beside those of subscribers. */
const PROBE = '-probe';
const GAP = '-gap';

/**
 * A bus over a server that all processes connect to. A process delivers its own messages when they come back
 * from the server, so that all processes see one order. While the server is away it delivers them itself; once
 * the server is back, every process reports the gap.
 */
export async function openRemoteBus(
  connect: ConnectBus,
  log: Log,
  { probeIntervalMs = PROBE_INTERVAL_MS, echoTimeoutMs = ECHO_TIMEOUT_MS } = {},
): Promise<Bus> {
  const handlers = new BusHandlers(log);
  const sender = randomUUID();
  const stopping = new AbortController();
  /** Own messages that have not come back, oldest first, by their number. */
  const unconfirmed = new Map<number, Message & { readonly sentAtMs: number }>();
  let sent = 0;
  /** The number of messages that other processes have missed. */
  let deliveredHereAlone = 0;
  let connection: BusConnection | null = null;
  /** Counts connections, so that late events of a replaced one are ignored. */
  let opened = 0;
  let reconnecting: Promise<void> | null = null;

  function send({ channel, message }: Message, to: BusConnection): void {
    sent += 1;
    unconfirmed.set(sent, { channel, message, sentAtMs: performance.now() });
    to.send(`${sender} ${sent} ${channel} ${message}`).catch((error: unknown) => {
      if (to === connection) onLost(error);
    });
  }

  function onFrame(frame: string): void {
    const [from = '', number = '', channel = ''] = frame.split(' ', 3);
    const message = frame.slice(from.length + number.length + channel.length + 3);
    const own = from === sender;
    // An own message that is no longer pending was delivered when the connection broke.
    if (own && !unconfirmed.delete(Number(number))) return;
    if (channel === GAP) {
      if (!own) handlers.reportGap();
    } else if (channel !== PROBE) handlers.deliver(channel, message);
  }

  function deliverHere({ channel, message }: Message): void {
    if (channel === PROBE) return;
    deliveredHereAlone += 1;
    if (channel !== GAP) handlers.deliver(channel, message);
  }

  function onLost(reason: unknown): void {
    const broken = connection;
    if (broken === null) return;
    connection = null;
    void broken.close().catch(() => undefined);
    log.warn(
      { reason: String(reason), undelivered: unconfirmed.size },
      'The bus connection broke; messages reach this process alone until it is back',
    );
    const undelivered = [...unconfirmed.values()];
    unconfirmed.clear();
    for (const message of undelivered) deliverHere(message);
    reconnecting = reconnect();
  }

  async function open(): Promise<void> {
    opened += 1;
    const number = opened;
    connection = await connect({
      onFrame: (frame) => {
        if (number === opened) onFrame(frame);
      },
      onLost: (reason) => {
        if (number === opened) onLost(reason);
      },
    });
  }

  async function reconnect(): Promise<void> {
    const lostAtMs = performance.now();
    for await (const waitMs of backoff(stopping.signal)) {
      try {
        await open();
        break;
      } catch (error) {
        log.debug({ reason: String(error), waitMs }, 'The bus cannot be reached yet');
      }
    }
    if (stopping.signal.aborted) return;
    const awayMs = Math.round(performance.now() - lostAtMs);
    log.info({ awayMs, deliveredHereAlone }, 'The bus connection is back');
    handlers.reportGap();
    if (deliveredHereAlone === 0 || connection === null) return;
    deliveredHereAlone = 0;
    send({ channel: GAP, message: '' }, connection);
  }

  const echoes = setInterval(() => {
    const [oldest] = unconfirmed.values();
    if (oldest === undefined || performance.now() - oldest.sentAtMs < echoTimeoutMs) return;
    onLost(new Error(`A message did not come back within ${echoTimeoutMs} ms`));
  }, echoTimeoutMs / 5);
  const probes = setInterval(() => {
    if (connection !== null) send({ channel: PROBE, message: '' }, connection);
  }, probeIntervalMs);
  for (const timer of [echoes, probes]) timer.unref();

  try {
    await open();
  } catch (error) {
    clearInterval(echoes);
    clearInterval(probes);
    throw error;
  }

  return {
    publish(channel, message) {
      if (stopping.signal.aborted) return;
      if (connection === null) deliverHere({ channel, message });
      else send({ channel, message }, connection);
    },
    subscribe: (channel, handler) => handlers.subscribe(channel, handler),
    onGap: (handler) => handlers.onGap(handler),
    async close() {
      stopping.abort();
      clearInterval(echoes);
      clearInterval(probes);
      await reconnecting;
      const last = connection;
      connection = null;
      await last?.close();
    },
  };
}
