import { type ClientMessage, REALTIME_CLOSE, REALTIME_HEARTBEAT_MS } from '@tributary/contracts';
import { reconnectDelay } from './backoff.ts';
import { parseServerMessage, type Snapshot, type TopicMessage } from './messages.ts';
import type { PageSignals } from './page-signals.ts';

/** A connection that does not open, or answer a ping, within this is gone, in milliseconds. */
const PATIENCE_MS = 8_000;
/** With nothing subscribed the socket is kept this long: the next page usually subscribes again. */
const LINGER_MS = 10_000;
/** A connection that lived this long was a good one: the next failure starts the backoff anew. */
const PROVEN_MS = 5_000;

/**
 * idle: nobody needs it. connecting: on the way. open: live. waiting: lost, will be tried again.
 * stopped: the server did not understand us; only a newer version of the page would change that.
 */
export type ConnectionState = 'idle' | 'connecting' | 'open' | 'waiting' | 'stopped';

/** The part of a WebSocket that the client uses. */
export type Socket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'send' | 'close'>;

export interface RealtimeOptions {
  /** Opens a socket to the server; called again for each attempt. */
  connect(): Socket;
  signals: PageSignals;
  /** Who the connection belonged to is signed out, banned, or has other rights: time to ask who is signed in. */
  onSessionOver?: () => void;
  random?: () => number;
}

type Listener = (message: TopicMessage) => void;

interface Topic {
  readonly listeners: Set<Listener>;
  /** Replayed to listeners that join later; `amendment` is the newest `viewers` after `snapshot`. */
  snapshot: Snapshot | null;
  amendment: TopicMessage | null;
}

/**
 * The one connection of a tab. It opens when somebody subscribes or watches, survives lost networks
 * and restarted servers, and after each reconnect every topic's state arrives afresh.
 */
export class RealtimeClient {
  readonly #options: RealtimeOptions;
  readonly #topics = new Map<string, Topic>();
  readonly #stateListeners = new Set<() => void>();
  #state: ConnectionState = 'idle';
  #socket: Socket | null = null;
  #watching: string | null = null;
  #attempt = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #lingerTimer: ReturnType<typeof setTimeout> | undefined;
  #provenTimer: ReturnType<typeof setTimeout> | undefined;
  #heartbeatTimer: ReturnType<typeof setInterval> | undefined;
  /** Runs while an answer is owed: to opening, or to a ping. */
  #patienceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RealtimeOptions) {
    this.#options = options;
    options.signals.onDoubt(() => this.#reconsider());
    options.signals.onFreeze(() => this.#drop('idle'));
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Calls `listener` on each change of `state`. Returns how to stop. */
  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /**
   * Hears `topic` until the returned function is called. The topic's whole state comes first; a
   * listener that joins a topic already subscribed gets it at once, from memory.
   */
  subscribe(topic: string, listener: Listener): () => void {
    let entry = this.#topics.get(topic);
    if (entry) {
      entry.listeners.add(listener);
      if (entry.snapshot) listener(entry.snapshot);
      if (entry.amendment) listener(entry.amendment);
    } else {
      entry = { listeners: new Set([listener]), snapshot: null, amendment: null };
      this.#topics.set(topic, entry);
      this.#send({ type: 'subscribe', topic });
    }
    this.#need();
    return () => {
      if (!entry.listeners.delete(listener) || entry.listeners.size > 0) return;
      this.#topics.delete(topic);
      this.#send({ type: 'unsubscribe', topic });
      this.#need();
    };
  }

  /** Says what this tab is playing now, or null; it counts as a viewer for as long as it says so. */
  watching(streamId: string | null): void {
    if (streamId === this.#watching) return;
    this.#watching = streamId;
    this.#send({ type: 'watching', streamId });
    this.#need();
  }

  /**
   * Leaves an open connection for a new one: the server knows who a connection belongs to from the
   * session that it was opened with, so somebody who signs in or out needs another.
   */
  renew(): void {
    if (this.#state === 'idle' || this.#state === 'stopped') return;
    this.#drop('waiting');
    this.#open();
  }

  /** Opens the connection where it is needed, and lets it go a while after it no longer is. */
  #need(): void {
    clearTimeout(this.#lingerTimer);
    const needed = this.#topics.size > 0 || this.#watching !== null;
    if (needed && this.#state === 'idle') this.#open();
    if (!needed && this.#state !== 'idle') {
      this.#lingerTimer = setTimeout(() => this.#drop('idle'), LINGER_MS);
    }
  }

  #open(): void {
    clearTimeout(this.#retryTimer);
    const socket = this.#options.connect();
    this.#socket = socket;
    this.#patienceTimer = setTimeout(() => this.#onClose(0), PATIENCE_MS);
    this.#setState('connecting');
    socket.onopen = () => this.#onOpen();
    socket.onmessage = (event) => this.#onMessage(event.data);
    socket.onclose = (event) => this.#onClose(event.code);
  }

  #onOpen(): void {
    this.#answered();
    this.#provenTimer = setTimeout(() => {
      this.#attempt = 0;
    }, PROVEN_MS);
    this.#heartbeatTimer = setInterval(() => this.#ping(), REALTIME_HEARTBEAT_MS);
    this.#setState('open');
    for (const topic of this.#topics.keys()) this.#send({ type: 'subscribe', topic });
    if (this.#watching !== null) this.#send({ type: 'watching', streamId: this.#watching });
  }

  #onMessage(data: unknown): void {
    this.#answered();
    const message = parseServerMessage(data);
    if (!message || message.type === 'pong') return;
    const topic = this.#topics.get(message.topic);
    if (!topic) return;
    if (message.type === 'viewers') {
      topic.amendment = message;
    } else if (message.type === 'notification' || message.type === 'followed_channel') {
      // One of many changes: who joins later asks for the whole.
      topic.snapshot = null;
    } else if (message.type !== 'refused') {
      topic.snapshot = message;
      topic.amendment = null;
    }
    for (const listener of [...topic.listeners]) listener(message);
  }

  #onClose(code: number): void {
    if (code === REALTIME_CLOSE.badMessage) {
      this.#drop('stopped');
      return;
    }
    if (code === REALTIME_CLOSE.sessionOver) this.#options.onSessionOver?.();
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

  /** Something changed around the page: connect without waiting, or find out whether the line is dead. */
  #reconsider(): void {
    if (this.#state === 'waiting') this.#open();
    else if (this.#state === 'open') this.#ping();
    else this.#need();
  }

  /** Lets go of the socket, without hearing from it again. */
  #drop(state: ConnectionState): void {
    for (const timer of [this.#retryTimer, this.#provenTimer, this.#lingerTimer]) clearTimeout(timer);
    clearInterval(this.#heartbeatTimer);
    this.#answered();
    // From now on it may be old, or somebody else's: who joins meanwhile waits for the next connection.
    for (const topic of this.#topics.values()) topic.snapshot = topic.amendment = null;
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
