/** The realtime socket of the instance: the mirror's membership in the swarm. It reconnects until it is closed. */
import {
  REALTIME_HEARTBEAT_MS,
  REALTIME_PATH,
  type ServerMessage,
  serverFrame,
} from '@tributary/contracts/realtime';
import { type SwarmTraffic, swarmTopic } from '@tributary/contracts/swarm';
import type { FoundPeers, Signalling } from '@tributary/swarm/session/session-setup';
import type { Signal } from '@tributary/swarm/webrtc/signal';
import type { z } from 'zod';
import { backoffMs } from './backoff.ts';

const CANDIDATES = 24;
const STOPPED = {
  off: 'Peer-to-peer delivery of this stream was turned off, so that it may not be mirrored any more.',
  forbidden: 'The stream is not public any more: mirrors serve public streams only.',
  banned: 'The instance has banned this mirror, since viewers reported wrong bytes. Try again in an hour.',
} as const;

/** Refusals that pass. */
const BUSY = ['limited', 'too_many', 'unexpected'];

export type Joined = z.infer<typeof swarmTopic.actions.join.result>;

export interface SignallingEvents {
  /** Called after each new connection. */
  joined(joined: Joined): void;
  signalled(from: string, signal: Signal): void;
  removed(peer: string): void;
  counted(peers: number): void;
  /** The mirror must stop, for this reason. */
  stopped(reason: string): void;
}

/** The mirror as a member of a swarm. */
export interface SwarmMember {
  readonly instance: string;
  readonly streamId: string;
  /** Its id among the peers. */
  readonly peer: string;
  readonly publicUrl: string | null;
}

interface Answer {
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class SignallingSocket implements Signalling {
  readonly #url: string;
  readonly #topic: string;
  readonly #member: SwarmMember;
  readonly #events: SignallingEvents;
  readonly #answers = new Map<number, Answer>();
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #lastId = 0;
  #isClosed = false;

  constructor(member: SwarmMember, events: SignallingEvents) {
    this.#url = member.instance.replace(/^http/, 'ws') + REALTIME_PATH;
    this.#topic = `swarm:${member.streamId}`;
    this.#member = member;
    this.#events = events;
    this.#heartbeat = setInterval(() => this.#send({ type: 'ping' }), REALTIME_HEARTBEAT_MS);
    this.#open();
  }

  async find(count: number): Promise<FoundPeers> {
    const found = await this.#act('find', { count: Math.min(CANDIDATES, count) });
    const { peers, candidates } = swarmTopic.actions.find.result.parse(found);
    return { peers, candidates: candidates.map(({ peer }) => peer) };
  }

  send(to: string, signal: Signal): void {
    this.#try('signal', { to, ...signal });
  }

  report(peer: string): void {
    this.#try('report', { peer });
  }

  traffic(traffic: SwarmTraffic): void {
    this.#try('traffic', traffic);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#send({ type: 'subscribe', topic: this.#topic }));
    socket.addEventListener('message', ({ data }) => this.#received(data));
    // An error is followed by the end of the connection.
    socket.addEventListener('close', () => this.#lost());
  }

  #lost(): void {
    for (const { reject } of this.#answers.values()) reject(new Error('The connection was lost.'));
    this.#answers.clear();
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => this.#open(), backoffMs(this.#failures));
    this.#failures += 1;
  }

  #received(data: unknown): void {
    const frame = serverFrame.safeParse(typeof data === 'string' ? JSON.parse(data) : null);
    if (!frame.success || this.#isClosed) return;
    for (const message of [frame.data].flat()) this.#apply(message);
  }

  #apply(message: ServerMessage): void {
    if (message.type === 'pong') return;
    if (message.type === 'message') return void this.#applyTopic(message);
    if (message.id === undefined) {
      if (message.type === 'refused') this.#refused(message.code);
      return;
    }
    const answer = this.#answers.get(message.id);
    this.#answers.delete(message.id);
    if (message.type === 'ack') answer?.resolve(message.data);
    else answer?.reject(new Error(message.code));
  }

  /** The subscription was refused. */
  #refused(code: string): void {
    if (BUSY.includes(code)) this.#socket?.close();
    else this.#events.stopped(STOPPED.forbidden);
  }

  #applyTopic({ kind, data }: Extract<ServerMessage, { type: 'message' }>): void {
    if (kind === 'append') return void this.#applyAppend(swarmTopic.append.parse(data));
    const { policy, peers } = swarmTopic.patch.parse(data);
    if (policy === 'off') return void this.#events.stopped(STOPPED.off);
    if (kind === 'snapshot') void this.#join();
    else if (peers !== undefined) this.#events.counted(peers);
  }

  #applyAppend(append: z.infer<typeof swarmTopic.append>): void {
    if (append.type === 'expelled') return void this.#events.stopped(STOPPED[append.reason]);
    if (append.type === 'removed') return void this.#events.removed(append.peer);
    const { kind, from, data } = append;
    if (kind !== 'candidate') this.#events.signalled(from, { kind, data });
  }

  async #join(): Promise<void> {
    try {
      const { peer, publicUrl } = this.#member;
      const answer = await this.#act('join', {
        peer,
        count: CANDIDATES,
        isMirror: true,
        mirrorUrl: publicUrl ?? undefined,
      });
      this.#failures = 0;
      this.#events.joined(swarmTopic.actions.join.result.parse(answer));
    } catch {
      // The instance is busy. A new connection tries again.
      this.#socket?.close();
    }
  }

  #try(action: string, data: unknown): void {
    this.#act(action, data).catch(() => undefined);
  }

  #act(action: string, data: unknown): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      if (!this.#send({ type: 'action', topic: this.#topic, action, data, id }))
        return reject(new Error('There is no connection.'));
      this.#answers.set(id, { resolve, reject });
    });
  }

  #send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }
}
