/** Runs `work` once the page has loaded and the browser is idle. */
export function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  const ask = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 200));
  if (document.readyState === 'complete') ask();
  else addEventListener('load', ask, { once: true });
}
