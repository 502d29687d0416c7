import type { SessionUser } from '@tributary/contracts/identity';

/** An access token and its owner. */
export interface Grant {
  readonly accessToken: string;
  /** Milliseconds since the epoch, by this device's clock. */
  readonly expiresAt: number;
  readonly userId: SessionUser['id'];
  readonly email: string;
}

/** The server's side of a session. Methods throw ApiProblem; 401 and 403 mean that there is no session. */
export interface SessionServer {
  /** Exchanges the session cookie for an access token. */
  draw(): Promise<Grant>;
  /** Returns null if no user is signed in. */
  loadUser(): Promise<SessionUser | null>;
  /** Reads the user part by part; the error's message says which part failed (spec section 8). */
  loadParts(owner: Grant): Promise<SessionUser>;
  signOut(): Promise<void>;
}

/** Messages between tabs. */
export type TabMessage =
  | { readonly type: 'grant'; readonly grant: Grant }
  | { readonly type: 'signed-in'; readonly userId: SessionUser['id'] }
  | { readonly type: 'user-updated' | 'signed-out' };

/** The other tabs of this origin; a message isn't delivered to its sender. */
export interface Tabs {
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): void;
  /** Runs `work` while no other tab does. @param work receives whether it had to wait for another tab */
  alone<T>(work: (waited: boolean) => Promise<T>): Promise<T>;
}

export interface Page {
  readonly visible: boolean;
  /** Called when `visible` changes or the network returns. */
  onChange(listener: () => void): void;
}
