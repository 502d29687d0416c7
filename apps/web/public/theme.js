// Runs before the first paint and all other scripts; src/lib/browser/theme.ts stores the theme.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked (private mode, blocked cookies): the system's theme applies.
}

// Zod tries to compile its checks, which the CSP forbids and Firefox logs as an error. `jitless` must be set
// before Zod loads; `z.config` would be too late.
globalThis.__zod_globalConfig = { jitless: true };
