// Runs before the first paint and every other script; src/lib/theme.ts writes what it reads.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused (private mode, blocked cookies): the system's theme stands.
}

// Zod asks whether it may compile its checks by trying to. The CSP forbids it, which Firefox puts into the console as
// an error; it must know before it is loaded (`z.config` would come too late).
globalThis.__zod_globalConfig = { jitless: true };
