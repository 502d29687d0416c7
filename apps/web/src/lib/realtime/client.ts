import {
  type ClientMessage,
  REALTIME_CLOSE,
  REALTIME_HEARTBEAT_MS,
  type ServerMessage,
} from '@tributary/contracts/realtime';
import { t } from '@/lib/messages/t.ts';
import { reconnectDelay } from './backoff.ts';
import { parseServerFrame } from './messages.ts';
import type { PageSignals } from './page-signals.ts';
import { type Listener, Subscription } from './subscription.ts';

/** A connection that does not open, or answer a ping, within this time is dead. */
const PATIENCE_MS = 8_000;
/** How long a socket without subscriptions is kept, since the next page usually subscribes again. */
const LINGER_MS = 10_000;
/** The period of the server's limit of subscriptions from one network. */
const LIMITED_MS = 60_000;
/** After a connection that lasted this long, the backoff starts from the beginning. */
const PROVEN_MS = 5_000;

/**
 * idle: nothing is subscribed. connecting: being opened. open: in use. waiting: lost, to be opened again.
 * stopped: the server did not understand this version of the page, which must be reloaded.
 */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting' | 'stopped';

/** The part of a WebSocket that the client uses. */
export type Socket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'send' | 'close'>;

export interface RealtimeOptions {
  /** Opens a socket to the server; called again for each attempt. */
  connect(): Socket;
  /** Returns a promise that `connect` has to wait for and that never rejects; null: none. */
  ready?(): Promise<unknown> | null;
  signals: PageSignals;
  /** Called when the session with which the connection was opened is over or has changed. */
  onSessionOver?: () => void;
  random?: () => number;
}

/** The error of an action that the server has refused, or of a server that cannot be reached (`disconnected`). */
export class ActionRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ActionRefusal';
    this.code = code;
  }
}

/**
 * The one connection of a tab. It opens with the first subscription and survives lost networks and restarted servers:
 * after each reconnect every topic receives the messages that it missed, or its snapshot again.
 */
export class RealtimeClient {
  readonly #options: RealtimeOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #stateListeners = new Set<() => void>();
  #state: ConnectionState = 'idle';
  #socket: Socket | null = null;
  /** The attempt to connect that waits for `ready`. */
  #waiting: object | null = null;
  /** The actions that have not been answered, by their id. */
  readonly #actions = new Map<
    number,
    { resolve(data: unknown): void; reject(refusal: ActionRefusal): void }
  >();
  #lastActionId = 0;
  #attempt = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #lingerTimer: ReturnType<typeof setTimeout> | undefined;
  #provenTimer: ReturnType<typeof setTimeout> | undefined;
  #heartbeatTimer: ReturnType<typeof setInterval> | undefined;
  /** Runs while an answer is due: to opening, or to a ping. */
  #patienceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RealtimeOptions) {
    this.#options = options;
    options.signals.onDoubt(() => this.#reconsider());
    options.signals.onFreeze(() => this.#drop('idle'));
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /**
   * Calls `listener` on each change of `state`.
   * @returns a function that stops it
   */
  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /**
   * Calls `listener` with the messages of `topic` until the returned function is called. The snapshot comes
   * first; a listener that joins a topic already subscribed gets it at once, from memory.
   */
  subscribe(topic: string, listener: Listener): () => void {
    let subscription = this.#subscriptions.get(topic);
    if (subscription === undefined) {
      subscription = new Subscription();
      this.#subscriptions.set(topic, subscription);
      this.#request(topic, subscription);
      subscription.join(listener);
    } else if (!subscription.join(listener)) {
      this.#send({ type: 'unsubscribe', topic });
      this.#request(topic, subscription);
    }
    this.#connectWhereNeeded();
    return () => {
      const { listeners } = subscription;
      if (!listeners.delete(listener) || listeners.size > 0) return;
      this.#subscriptions.delete(topic);
      this.#send({ type: 'unsubscribe', topic });
      this.#connectWhereNeeded();
    };
  }

  /**
   * Performs an action on a topic.
   * @returns the data of the server's acknowledgement
   * @throws ActionRefusal
   */
  act(topic: string, action: string, data: unknown): Promise<unknown> {
    if (this.#state !== 'open') return Promise.reject(disconnected());
    this.#lastActionId += 1;
    const id = this.#lastActionId;
    this.#send({ type: 'action', topic, action, data, id });
    return new Promise((resolve, reject) => this.#actions.set(id, { resolve, reject }));
  }

  /**
   * Replaces an open connection. A connection belongs to the session that it was opened with, so signing in
   * or out needs another one.
   */
  renew(): void {
    for (const subscription of this.#subscriptions.values()) subscription.forget();
    if (this.#state === 'idle' || this.#state === 'stopped') return;
    this.#drop('waiting');
    this.#open();
  }

  /** Opens the connection if it is needed, and closes it a while after it no longer is. */
  #connectWhereNeeded(): void {
    clearTimeout(this.#lingerTimer);
    const needed = this.#subscriptions.size > 0;
    if (needed && this.#state === 'idle') this.#open();
    if (!needed && this.#state !== 'idle') {
      this.#lingerTimer = setTimeout(() => this.#drop('idle'), LINGER_MS);
    }
  }

  #open(): void {
    clearTimeout(this.#retryTimer);
    this.#patienceTimer = setTimeout(() => this.#onClose(0), PATIENCE_MS);
    this.#setState('connecting');
    const ready = this.#options.ready?.() ?? null;
    if (ready === null) {
      this.#connect();
      return;
    }
    const attempt = {};
    this.#waiting = attempt;
    void ready.then(() => {
      if (this.#waiting === attempt) this.#connect();
    });
  }

  #connect(): void {
    this.#waiting = null;
    const socket = this.#options.connect();
    this.#socket = socket;
    socket.onopen = () => this.#onOpen();
    socket.onmessage = (event) => this.#onFrame(event.data);
    socket.onclose = (event) => this.#onClose(event.code);
  }

  #onOpen(): void {
    this.#answered();
    this.#provenTimer = setTimeout(() => {
      this.#attempt = 0;
    }, PROVEN_MS);
    this.#heartbeatTimer = setInterval(() => this.#ping(), REALTIME_HEARTBEAT_MS);
    this.#setState('open');
    for (const [topic, subscription] of this.#subscriptions) this.#request(topic, subscription);
  }

  #onFrame(frame: unknown): void {
    this.#answered();
    for (const message of parseServerFrame(frame)) this.#onMessage(message);
  }

  #onMessage(message: ServerMessage): void {
    if (message.type === 'pong') return;
    if (message.type === 'ack') this.#takeAction(message.id)?.resolve(message.data);
    else if (message.type === 'refused' && message.id !== undefined) {
      const { code } = message;
      this.#takeAction(message.id)?.reject(new ActionRefusal(code, message.message ?? `Refused: ${code}.`));
    } else if (message.type === 'refused' && message.code === 'limited') this.#requestLater(message.topic);
    else this.#subscriptions.get(message.topic)?.receive(message);
  }

  #takeAction(id: number) {
    const action = this.#actions.get(id);
    this.#actions.delete(id);
    return action;
  }

  #request(topic: string, subscription: Subscription): void {
    const { lastId } = subscription;
    this.#send({ type: 'subscribe', topic, ...(lastId !== undefined && { lastId }) });
    subscription.requested();
  }

  /**
   * Requests a topic later, so that not all clients of the network return at the same moment. A repeated request does
   * no harm.
   */
  #requestLater(topic: string): void {
    const { random = Math.random } = this.#options;
    setTimeout(
      () => {
        const subscription = this.#subscriptions.get(topic);
        if (subscription !== undefined) this.#request(topic, subscription);
      },
      LIMITED_MS * (0.5 + random()),
    );
  }

  #onClose(code: number): void {
    if (code === REALTIME_CLOSE.badMessage) {
      this.#drop('stopped');
      return;
    }
    if (code === REALTIME_CLOSE.sessionOver) {
      for (const subscription of this.#subscriptions.values()) subscription.forget();
      this.#options.onSessionOver?.();
    }
    this.#drop('waiting');
    this.#retryTimer = setTimeout(() => this.#open(), reconnectDelay(this.#attempt, this.#options.random));
    this.#attempt += 1;
  }

  #ping(): void {
    this.#send({ type: 'ping' });
    this.#patienceTimer ??= setTimeout(() => this.#onClose(0), PATIENCE_MS);
  }

  #answered(): void {
    clearTimeout(this.#patienceTimer);
    this.#patienceTimer = undefined;
  }

  /** Connects without waiting, or checks whether the connection is dead. */
  #reconsider(): void {
    if (this.#state === 'waiting') this.#open();
    else if (this.#state === 'open') this.#ping();
    else this.#connectWhereNeeded();
  }

  /** Closes the socket and ignores its further messages. */
  #drop(state: ConnectionState): void {
    for (const timer of [this.#retryTimer, this.#provenTimer, this.#lingerTimer]) clearTimeout(timer);
    clearInterval(this.#heartbeatTimer);
    this.#answered();
    for (const subscription of this.#subscriptions.values()) subscription.disconnected();
    for (const { reject } of this.#actions.values()) reject(disconnected());
    this.#actions.clear();
    this.#waiting = null;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    if (this.#state !== 'stopped') this.#setState(state);
  }

  #send(message: ClientMessage): void {
    if (this.#state === 'open') this.#socket?.send(JSON.stringify(message));
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of [...this.#stateListeners]) listener();
  }
}

const disconnected = () => new ActionRefusal('disconnected', t('lib.problem.disconnected'));
