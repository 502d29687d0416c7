import type { SessionUser } from '@tributary/contracts';

/** An access token and whose it is. */
export interface Grant {
  readonly accessToken: string;
  /** By this machine's clock, in milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly userId: SessionUser['id'];
  readonly email: string;
}

/** The server's side of a session. Everything throws ApiProblem; 401 and 403 mean that there is no session. */
export interface SessionServer {
  /** Draws an access token from the session cookie. */
  draw(): Promise<Grant>;
  /** Null: nobody is signed in. */
  loadUser(): Promise<SessionUser | null>;
  signOut(): Promise<void>;
}

/** What tabs tell each other. */
export type TabMessage =
  | { readonly type: 'grant'; readonly grant: Grant }
  | { readonly type: 'signed-in'; readonly userId: SessionUser['id'] }
  | { readonly type: 'user-updated' | 'signed-out' };

/** The other tabs of this origin; a message does not come back to the one that posted it. */
export interface Tabs {
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): void;
  /**
   * Runs `work` while no other tab runs its own.
   * @param work is told whether it had to wait for another tab's
   */
  alone<T>(work: (waited: boolean) => Promise<T>): Promise<T>;
}

export interface Page {
  readonly visible: boolean;
  /** `visible` changed, or the network came back. */
  onChange(listener: () => void): void;
}
