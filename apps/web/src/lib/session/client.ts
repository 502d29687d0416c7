import type { SessionUser } from '@tributary/contracts/identity';
import { ApiProblem } from '../api/client.ts';
import { fallbackUser } from './fallback-user.ts';
import { isDue, isExpiring, TICK_MS } from './policy.ts';
import type { Grant, Page, SessionServer, TabMessage, Tabs } from './ports.ts';
import { retrying } from './retrying.ts';

/** `loading` until the first response; `unknown` while the server doesn't respond. */
export type Session =
  | { readonly state: 'loading' | 'signed-out' | 'unknown'; readonly user: null }
  | { readonly state: 'signed-in'; readonly user: SessionUser };

export type SessionEvent =
  | { readonly type: 'signed-in' | 'user-updated'; readonly user: SessionUser }
  | { readonly type: 'signed-out' | 'token-refreshed' | 'password-recovery' }
  /** The session is valid, but its profile couldn't be loaded: `user` is a fallback. */
  | { readonly type: 'profile-failed'; readonly message: string };

/** After this long without a response the state becomes `unknown`, while retries go on. */
const UNKNOWN_AFTER_MS = 3_000;
/** How long to wait for the message of the tab that held the lock before. */
const MESSAGE_MS = 250;

/** When the page becomes visible, a user loaded longer ago than this is loaded again. */
const RELOAD_AFTER_MS = 60_000;

/** A refusal by our server rather than by a proxy in between. */
const isRefusal = (error: unknown) =>
  error instanceof ApiProblem &&
  (error.status === 401 || error.status === 403) &&
  error.code !== 'unexpected';

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** The outcome of a token refresh. */
type Outcome = 'held' | 'refused' | 'failed';

interface SessionPorts {
  server: SessionServer;
  tabs: Tabs;
  page: Page;
}

/**
 * The signed-in user of this browser, shared by its tabs, and the access token (spec sections 4 and 9). If a
 * token can't be refreshed, a refusal (401, 403) ends the session at once. After any other failure, a valid
 * token is kept and an expired one signs the user out; since the session cookie may still be valid, each
 * tick tries again.
 */
export class SessionClient {
  readonly #ports: SessionPorts;
  readonly #changeListeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: SessionEvent) => void>();
  readonly #grantListeners = new Set<() => void>();
  #session: Session = { state: 'loading', user: null };
  #grant: Grant | null = null;
  /** Whether the user is a fallback for a profile that couldn't be loaded. */
  #isFallback = false;
  /** Whether a failure signed the user out, rather than the user or the server, so that it is retried. */
  #lapsed = false;
  /** Counts sign-ins and sign-outs; a token requested before the latest one is dropped. */
  #era = 0;
  /** Counts requests for the user; only the latest response counts. */
  #asked = 0;
  #answeredAt = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #refreshing: Promise<Outcome> | null = null;
  #identifying: Promise<SessionUser | null> | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  /** Loads the user and keeps the token fresh from then on. */
  start(): void {
    this.#ports.tabs.onMessage((message) => this.#hear(message));
    this.#ports.page.onChange(() => this.#follow());
    this.#ask();
    if (this.#ports.page.visible) this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** The session; the same object until it changes. */
  get current(): Session {
    return this.#session;
  }

  /** Calls `listener` on each change of `current`. @returns a function that unsubscribes */
  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  /** @returns a function that unsubscribes */
  onEvent(listener: (event: SessionEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /** The access token, refreshed if it is about to expire; null if no user is signed in. */
  async token(): Promise<Grant | null> {
    await this.#identifying?.catch(() => null);
    if (this.#session.state !== 'signed-in') return null;
    if (isExpiring(this.#msLeft())) await this.#refresh();
    return this.#msLeft() > 0 ? this.#grant : null;
  }

  /** Whether there is a token that is refreshed before it is used. */
  get isTokenExpiring(): boolean {
    const msLeft = this.#msLeft();
    return msLeft > 0 && isExpiring(msLeft);
  }

  /** The current access token, without a refresh; null if there is none or it has expired. */
  get heldToken(): string | null {
    return this.#grant && this.#msLeft() > 0 ? this.#grant.accessToken : null;
  }

  /**
   * Must be called after the server has signed a user in.
   * @returns null if no user is signed in after all
   * @throws ApiProblem if the user can't be loaded
   */
  async signedIn(): Promise<SessionUser | null> {
    this.#forget();
    return this.#identify();
  }

  /** Reloads the user after a change, in all tabs. @throws ApiProblem on failure; the present user stays */
  async userUpdated(): Promise<SessionUser | null> {
    const user = await this.#identify();
    if (user) this.#ports.tabs.post({ type: 'user-updated' });
    return user;
  }

  /**
   * Ends the session.
   * @param leave runs after the server has ended it and before listeners are called, to leave pages that
   * need a user
   * @throws ApiProblem on failure; the user is still signed in
   */
  async signOut(leave?: () => Promise<unknown>): Promise<void> {
    await this.#ports.server.signOut();
    await leave?.();
    this.ended();
  }

  /** Must be called after the server has ended the session; informs the other tabs. */
  ended(): void {
    this.#leave();
    this.#ports.tabs.post({ type: 'signed-out' });
  }

  /** Must be called when a password recovery link was opened. */
  recovering(): void {
    this.#emit({ type: 'password-recovery' });
  }

  /** Loads the user again; never throws. */
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

  /** Ticks while the page is visible, and immediately when it becomes visible. */
  #follow(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (!this.#ports.page.visible) return;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
    if (Date.now() - this.#answeredAt >= RELOAD_AFTER_MS) this.#ask();
  }

  #tick(): void {
    const { state } = this.#session;
    if (state === 'unknown' || this.#isFallback || this.#lapsed) this.#ask();
    else if (state === 'signed-in' && isDue(this.#msLeft())) void this.#refresh();
  }

  /** Loads the user, and drops all responses that are still pending. */
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
    // Failures are already reflected in `current`.
    identifying.catch(() => null);
  }

  /**
   * @throws ApiProblem if neither a profile nor a token can be loaded; `current` stays, or becomes `unknown`
   */
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
      // Without a profile, a token shows whether there is a session.
      const outcome = isRefusal(error) ? 'refused' : isDue(this.#msLeft()) ? await this.#refresh() : 'held';
      return isNewest() ? await this.#withoutProfile(outcome, error, isNewest) : this.#session.user;
    }
  }

  /** @throws the error that prevented loading the profile, unless it decides the state */
  async #withoutProfile(
    outcome: Outcome,
    error: unknown,
    isNewest: () => boolean,
  ): Promise<SessionUser | null> {
    if (outcome === 'refused') {
      this.#leave();
      return null;
    }
    if (outcome === 'failed' || !this.#grant || this.#session.user) {
      this.#giveUpWaiting();
      throw error;
    }
    const owner = this.#grant;
    const parts = await this.#ports.server.loadParts(owner).catch(errorOf);
    if (!isNewest()) return this.#session.user;
    const isFallback = parts instanceof Error;
    const user = isFallback ? fallbackUser(owner) : parts;
    if (isFallback) this.#emit({ type: 'profile-failed', message: parts.message });
    this.#enter(user, isFallback);
    return user;
  }

  #giveUpWaiting(): void {
    if (this.#session.state === 'loading') this.#set({ state: 'unknown', user: null });
    // The user may be signed in by now.
    if (this.#session.state === 'signed-out') this.#lapsed = true;
  }

  /** Drops the token and all pending responses. */
  #forget(): void {
    this.#era += 1;
    this.#asked += 1;
    this.#grant = null;
    this.#refreshing = null;
    this.#identifying = null;
  }

  #enter(user: SessionUser, isFallback: boolean): void {
    const before = this.#session.user;
    if (this.#grant && this.#grant.userId !== user.id) this.#grant = null;
    this.#isFallback = isFallback;
    this.#lapsed = false;
    this.#set({ state: 'signed-in', user });
    if (before?.id === user.id) {
      this.#emit({ type: 'user-updated', user });
    } else {
      this.#emit({ type: 'signed-in', user });
      // This applies to every way of signing in: form, link in an email, or provider.
      this.#ports.tabs.post({ type: 'signed-in', userId: user.id });
    }
    if (isDue(this.#msLeft())) void this.#refresh();
  }

  #leave(lapsed = false): void {
    const was = this.#session.state;
    this.#forget();
    this.#isFallback = false;
    this.#lapsed = lapsed;
    this.#set({ state: 'signed-out', user: null });
    if (was === 'signed-in') this.#emit({ type: 'signed-out' });
  }

  /** Requests a new token, once for concurrent callers; never throws. */
  #refresh(): Promise<Outcome> {
    if (this.#refreshing) return this.#refreshing;
    const refreshing = this.#refreshExclusively().finally(() => {
      if (this.#refreshing === refreshing) this.#refreshing = null;
    });
    this.#refreshing = refreshing;
    return refreshing;
  }

  async #refreshExclusively(): Promise<Outcome> {
    const era = this.#era;
    const before = this.#grant;
    const { server, tabs } = this.#ports;
    try {
      await tabs.alone(async (waited) => {
        if (waited) await this.#grantOtherThan(before);
        // Another tab has refreshed it in the meantime, or the session has ended.
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
    // Another user has signed in in another tab.
    if (user && user.id !== grant.userId) {
      this.#askAnew();
      return;
    }
    const first = this.#grant === null;
    this.#grant = grant;
    for (const listener of [...this.#grantListeners]) listener();
    if (!first) this.#emit({ type: 'token-refreshed' });
  }

  /** Waits briefly for the message of the tab that held the lock. */
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
