/** What the page tells the connection about the world around it. */
export interface PageSignals {
  /** The page came back to view, or the network came or went: see whether the connection still lives. */
  onDoubt(listener: () => void): void;
  /** The page is put away; an open socket would keep it out of the back/forward cache. */
  onFreeze(listener: () => void): void;
}

export const browserSignals: PageSignals = {
  onDoubt(listener) {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') listener();
    });
    for (const event of ['online', 'offline', 'pageshow']) window.addEventListener(event, listener);
  },
  onFreeze(listener) {
    window.addEventListener('pagehide', listener);
  },
};
