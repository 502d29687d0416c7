import type { SessionUser } from '@tributary/contracts';
import { ApiProblem } from '../api.ts';
import { fallbackUser, profileFailure } from './fallback-user.ts';
import { isDue, isExpiring, TICK_MS } from './policy.ts';
import type { Grant, Page, SessionServer, TabMessage, Tabs } from './ports.ts';
import { retrying } from './retrying.ts';

/** `loading` until the first answer; `unknown` while none can be had. */
export type Session =
  | { readonly state: 'loading' | 'signed-out' | 'unknown'; readonly user: null }
  | { readonly state: 'signed-in'; readonly user: SessionUser };

export type SessionEvent =
  | { readonly type: 'signed-in' | 'user-updated'; readonly user: SessionUser }
  | { readonly type: 'signed-out' | 'token-refreshed' | 'password-recovery' }
  /** The session is good, the profile behind it could not be read: `user` is a stand-in. */
  | { readonly type: 'profile-failed'; readonly message: string };

/** A server that says nothing for this long: the screens stop waiting for it, we do not. */
const UNKNOWN_AFTER_MS = 3_000;
/** How long after another tab's turn its message may still be on the way. */
const MESSAGE_MS = 250;

/** An answer of another minute is asked for again when the page comes back into view. */
const ASK_AGAIN_MS = 60_000;

/** Our server's own refusal, not that of something in between. */
const isRefusal = (error: unknown) =>
  error instanceof ApiProblem &&
  (error.status === 401 || error.status === 403) &&
  error.code !== 'unexpected';

/** Of drawing a token. */
type Outcome = 'held' | 'refused' | 'failed';

interface SessionPorts {
  server: SessionServer;
  tabs: Tabs;
  page: Page;
}

/**
 * Who is signed in in this browser, for all its tabs, and the access token that proves it (spec
 * sections 4 and 9).
 *
 * When a token cannot be refreshed: a server that refuses (401, 403) ends the session at once. Any other
 * failure keeps a token that is still valid and signs out with one that has expired; the session
 * cookie may outlive that, so each tick asks again and signs in when the answer is yes.
 */
export class SessionClient {
  readonly #ports: SessionPorts;
  readonly #changeListeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: SessionEvent) => void>();
  readonly #grantListeners = new Set<() => void>();
  #session: Session = { state: 'loading', user: null };
  #grant: Grant | null = null;
  /** The user is a stand-in for a profile that could not be read. */
  #standIn = false;
  /** Signed out by a failure, not by a decision: worth asking again. */
  #lapsed = false;
  /** Counts sign-ins and sign-outs: a token drawn for an earlier one is dropped. */
  #era = 0;
  /** Counts the times that the user was asked for: only the newest answer counts. */
  #asked = 0;
  #answeredAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #refreshing: Promise<Outcome> | null = null;
  #identifying: Promise<SessionUser | null> | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  /** Begins: finds out who is signed in, and keeps the token fresh from then on. */
  start(): void {
    this.#ports.tabs.onMessage((message) => this.#hear(message));
    this.#ports.page.onChange(() => this.#follow());
    this.#ask();
    if (this.#ports.page.visible) this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** The same object until something changes. */
  get current(): Session {
    return this.#session;
  }

  /** Calls `listener` on each change of `current`. Returns how to stop. */
  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  /** Returns how to stop. */
  onEvent(listener: (event: SessionEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /** A token to act with, refreshed where it is about to expire; null while nobody is signed in. */
  async token(): Promise<Grant | null> {
    await this.#identifying?.catch(() => null);
    if (this.#session.state !== 'signed-in') return null;
    if (isExpiring(this.#msLeft())) await this.#refresh();
    return this.#msLeft() > 0 ? this.#grant : null;
  }

  /**
   * To be called once the server has signed somebody in.
   * @returns null where nobody is signed in after all
   * @throws ApiProblem where the server does not say
   */
  async signedIn(): Promise<SessionUser | null> {
    this.#forget();
    return this.#identify();
  }

  /**
   * Reads the user afresh after a change; reaches the other tabs.
   * @throws ApiProblem where that fails: the user stays as known
   */
  async userUpdated(): Promise<SessionUser | null> {
    const user = await this.#identify();
    if (user) this.#ports.tabs.post({ type: 'user-updated' });
    return user;
  }

  /**
   * Ends the session.
   * @param leave runs once the server has, before the screens hear of it: away from what needs a user
   * @throws ApiProblem where the server did not: one is still signed in
   */
  async signOut(leave?: () => Promise<unknown>): Promise<void> {
    await this.#ports.server.signOut();
    await leave?.();
    this.ended();
  }

  /** To be called where the server has ended the session; reaches the other tabs. */
  ended(): void {
    this.#leave();
    this.#ports.tabs.post({ type: 'signed-out' });
  }

  /** To be called when a recovery link was opened. */
  recovering(): void {
    this.#emit({ type: 'password-recovery' });
  }

  /** Asks again who is signed in; never throws. */
  retry(): void {
    this.#ask();
  }

  #hear(message: TabMessage): void {
    const userId = this.#session.user?.id;
    switch (message.type) {
      case 'signed-out':
        this.#leave();
        break;
      case 'signed-in':
        if (message.userId !== userId) this.#askAnew();
        break;
      case 'user-updated':
        if (userId) this.#ask();
        break;
      case 'grant':
        if (message.grant.userId === userId) this.#hold(message.grant);
        break;
    }
  }

  /** Ticks while the page is in view, and once at once when it comes into view. */
  #follow(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (!this.#ports.page.visible) return;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
    if (Date.now() - this.#answeredAt >= ASK_AGAIN_MS) this.#ask();
  }

  #tick(): void {
    const { state } = this.#session;
    if (state === 'unknown' || this.#standIn || this.#lapsed) this.#ask();
    else if (state === 'signed-in' && isDue(this.#msLeft())) void this.#refresh();
  }

  /** Finds out who is signed in, forgetting every question that is under way. */
  #askAnew(): void {
    this.#forget();
    this.#ask();
  }

  #ask(): void {
    if (this.#identifying) return;
    const identifying = this.#identify().finally(() => {
      if (this.#identifying === identifying) this.#identifying = null;
    });
    this.#identifying = identifying;
    // What it means is in `current` already.
    identifying.catch(() => null);
  }

  /** @throws ApiProblem where neither a profile nor a token is to be had: `current` stays, or becomes `unknown` */
  async #identify(): Promise<SessionUser | null> {
    this.#asked += 1;
    const asked = this.#asked;
    const isNewest = () => asked === this.#asked;
    try {
      const user = await retrying(() => this.#ports.server.loadUser(), {
        wanted: isNewest,
        onFailure: (elapsed) => elapsed >= UNKNOWN_AFTER_MS && this.#giveUpWaiting(),
      });
      if (!isNewest()) return this.#session.user;
      this.#answeredAt = Date.now();
      if (user) this.#enter(user, false);
      else this.#leave();
      return user;
    } catch (error) {
      if (!isNewest()) return this.#session.user;
      // The profile could not be read; whether there is a session, a token tells.
      const outcome = isRefusal(error) ? 'refused' : isDue(this.#msLeft()) ? await this.#refresh() : 'held';
      return isNewest() ? this.#withoutProfile(outcome, error) : this.#session.user;
    }
  }

  /** @throws what kept the profile away, unless it decides who is signed in */
  #withoutProfile(outcome: Outcome, error: unknown): SessionUser | null {
    if (outcome === 'refused') {
      this.#leave();
      return null;
    }
    if (outcome === 'failed' || !this.#grant || this.#session.user) {
      this.#giveUpWaiting();
      throw error;
    }
    const user = fallbackUser(this.#grant);
    this.#emit({ type: 'profile-failed', message: profileFailure(error) });
    this.#enter(user, true);
    return user;
  }

  #giveUpWaiting(): void {
    if (this.#session.state === 'loading') this.#set({ state: 'unknown', user: null });
    // Signed in by now, perhaps.
    if (this.#session.state === 'signed-out') this.#lapsed = true;
  }

  /** Drops the token, and every answer that is under way. */
  #forget(): void {
    this.#era += 1;
    this.#asked += 1;
    this.#grant = null;
    this.#refreshing = null;
    this.#identifying = null;
  }

  #enter(user: SessionUser, standIn: boolean): void {
    const before = this.#session.user;
    if (this.#grant && this.#grant.userId !== user.id) this.#grant = null;
    this.#standIn = standIn;
    this.#lapsed = false;
    this.#set({ state: 'signed-in', user });
    if (before?.id === user.id) {
      this.#emit({ type: 'user-updated', user });
    } else {
      this.#emit({ type: 'signed-in', user });
      // However it came about here: by a form, a link in a mail, another provider.
      this.#ports.tabs.post({ type: 'signed-in', userId: user.id });
    }
    if (isDue(this.#msLeft())) void this.#refresh();
  }

  #leave(lapsed = false): void {
    const was = this.#session.state;
    this.#forget();
    this.#standIn = false;
    this.#lapsed = lapsed;
    this.#set({ state: 'signed-out', user: null });
    if (was === 'signed-in') this.#emit({ type: 'signed-out' });
  }

  /** Draws a new token, once however many ask; resolves, never throws. */
  #refresh(): Promise<Outcome> {
    if (this.#refreshing) return this.#refreshing;
    const refreshing = this.#drawAlone().finally(() => {
      if (this.#refreshing === refreshing) this.#refreshing = null;
    });
    this.#refreshing = refreshing;
    return refreshing;
  }

  async #drawAlone(): Promise<Outcome> {
    const era = this.#era;
    const before = this.#grant;
    const { server, tabs } = this.#ports;
    try {
      await tabs.alone(async (waited) => {
        if (waited) await this.#grantOtherThan(before);
        // Another tab has done it meanwhile, or there is nothing to refresh any more.
        if (era !== this.#era || (this.#grant !== before && !isExpiring(this.#msLeft()))) return;
        const grant = await retrying(() => server.draw(), { wanted: () => era === this.#era });
        if (era !== this.#era) return;
        this.#hold(grant);
        tabs.post({ type: 'grant', grant });
      });
      return 'held';
    } catch (error) {
      if (era !== this.#era) return 'failed';
      if (isRefusal(error)) {
        if (this.#session.state === 'signed-in') this.#leave();
        return 'refused';
      }
      if (this.#grant && this.#msLeft() <= 0) this.#leave(true);
      return 'failed';
    }
  }

  #hold(grant: Grant): void {
    const { user } = this.#session;
    // The cookie belongs to somebody else by now: signed in anew in another tab.
    if (user && user.id !== grant.userId) {
      this.#askAnew();
      return;
    }
    const first = this.#grant === null;
    this.#grant = grant;
    for (const listener of [...this.#grantListeners]) listener();
    if (!first) this.#emit({ type: 'token-refreshed' });
  }

  /** Waits a moment for the message of the tab whose turn it was. */
  #grantOtherThan(before: Grant | null): Promise<void> {
    if (this.#grant !== before) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#grantListeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, MESSAGE_MS);
      this.#grantListeners.add(done);
    });
  }

  #msLeft(): number {
    return this.#grant ? this.#grant.expiresAt - Date.now() : 0;
  }

  #set(session: Session): void {
    if (session.state === this.#session.state && session.user === this.#session.user) return;
    this.#session = session;
    for (const listener of [...this.#changeListeners]) listener();
  }

  #emit(event: SessionEvent): void {
    for (const listener of [...this.#eventListeners]) listener(event);
  }
}
