// Runs before the first paint and all other scripts; lib/browser/theme.ts and the player store these choices.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  // Without a choice, the default of the instance stays, which the server writes into the page.
  else if (theme === 'system') delete document.documentElement.dataset.theme;
  // For the first screen of a stream.
  if (localStorage.getItem('theater') === 'on') document.documentElement.dataset.theater = '';
  // The Home of an account has no hero, so its first screen stays hidden.
  if (localStorage.getItem('signed-in') !== null) document.documentElement.dataset.signedIn = '';
} catch {
  // Storage is blocked (private mode, blocked cookies): the system's theme applies.
}

// Zod tries to compile its checks, which the CSP forbids and Firefox logs as an error. `jitless` must be set
// before Zod loads; `z.config` would be too late.
globalThis.__zod_globalConfig = { jitless: true };
