/** Whether this viewer wants ultra low delay, remembered in this browser for all streams. */
const KEY = 'ultra-low-delay';

export function prefersUltraLowDelay(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

export function rememberUltraLowDelay(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}
