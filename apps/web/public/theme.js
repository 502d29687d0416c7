// Runs before the first paint; src/lib/theme.ts writes what it reads.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused (private mode, blocked cookies): the system's theme stands.
}
