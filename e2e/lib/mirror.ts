/** A mirror of a channel in a process of its own, as `npm run mirror` starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const PROGRAM = new URL('../../apps/mirror/src/main.ts', import.meta.url).pathname;

export interface Mirror {
  stop(): Promise<void>;
}

/** Waits until the instance has signed playlists for it, and it serves all of them. */
async function waitForPlaylists(publicUrl: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const multivariant = await fetch(`${publicUrl}/index.m3u8`);
    const uris = [...(await multivariant.text()).matchAll(/[\w-]+\/[\w-]+\.m3u8/g)].map(([uri]) => uri);
    const answers = await Promise.all(uris.map((uri) => fetch(new URL(uri, multivariant.url))));
    if (uris.length > 0 && answers.every(({ ok }) => ok)) return;
    await delay(100);
  }
  throw new Error('The mirror has served no playlist for 30 seconds.');
}

/** @throws Error with what it printed, where it does not serve */
export async function startMirror(channel: string, port: number): Promise<Mirror> {
  const publicUrl = `http://127.0.0.1:${port}`;
  const words = [PROGRAM, channel, '--host', '127.0.0.1', '--port', String(port), '--public-url', publicUrl];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.includes('serves')) break;
  }
  if (!lines.some((line) => line.includes('serves')))
    throw new Error(`The mirror did not start: ${lines.join(' ')}`);
  await waitForPlaylists(publicUrl);
  return {
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
