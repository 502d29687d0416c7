/** `npm run dev`: the server, restarted on changes, and Vite in front of it with hot reload. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

const main = join(import.meta.dirname, '../server/src/main.ts');
const vite = await createServer({ configFile: join(import.meta.dirname, 'vite.config.ts') });
await vite.listen();
vite.printUrls();

// Cookies and the origin check belong to the address in the browser's bar, which is Vite's.
const url = `http://localhost:${vite.config.server.port}`;
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', main], {
  stdio: 'inherit',
  env: { PUBLIC_URL: url, ...process.env },
});

// Ctrl-C reaches the whole group: the server stops itself, and Vite leaves when it has.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', async (code) => {
  await vite.close();
  process.exit(code ?? 0);
});
