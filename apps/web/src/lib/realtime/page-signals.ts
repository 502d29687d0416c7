/** Events of the page that the connection reacts to. */
export interface PageSignals {
  /**
   * Calls `listener` when the page became visible again, or the network changed, so that the connection may be dead.
   */
  onDoubt(listener: () => void): void;
  /**
   * Calls `listener` when the page is being put away, since an open socket would keep it out of the back/forward cache.
   */
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
