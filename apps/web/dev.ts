/** `npm run dev`: the server, restarted on changes, and Vite in front of it with hot reload. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

const main = join(import.meta.dirname, '../server/src/main.ts');
const vite = await createServer({ configFile: join(import.meta.dirname, 'vite.config.ts') });
await vite.listen();
vite.printUrls();

// Cookies and the origin check need the address in the browser, which is Vite's.
const url = `http://localhost:${vite.config.server.port}`;
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', main], {
  stdio: 'inherit',
  env: { PUBLIC_URL: url, ...process.env },
});

// The server shuts down first, then Vite. Ctrl-C reaches both processes, and the server ignores the second
// of two simultaneous signals.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', async (code) => {
  await vite.close();
  process.exit(code ?? 0);
});
