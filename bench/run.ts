/**
 * npm run bench                      runs all benches
 * npm run bench -- delivery ingest   runs these
 * npm run bench -- --json FILE       also writes the figures as JSON
 */
import { parseArgs } from 'node:util';
import { abr } from './abr/bench.ts';
import { chat } from './chat/bench.ts';
import { chatPage } from './chat-page/bench.ts';
import { delivery } from './delivery/bench.ts';
import { earnings } from './earnings/bench.ts';
import { edges } from './edges/bench.ts';
import { fanOut } from './fan-out/bench.ts';
import { glass } from './glass/bench.ts';
import { ingest } from './ingest/bench.ts';
import { lcp } from './lcp/bench.ts';
import { describeMachine } from './lib/machine.ts';
import { createReportWriter, print, type Report } from './lib/report.ts';
import { memory } from './memory/bench.ts';
import { payments } from './payments/bench.ts';
import { reads } from './reads/bench.ts';
import { recording } from './recording/bench.ts';
import { replay } from './replay/bench.ts';
import { signIn } from './sign-in/bench.ts';
import { socketsBench } from './sockets/bench.ts';
import { stalledViewers } from './stalled-viewers/bench.ts';
import { swarm } from './swarm/bench.ts';
import { swarmSimulation } from './swarm-simulation/bench.ts';
import { switches } from './switches/bench.ts';
import { transcoding } from './transcoding/bench.ts';
import { vitals } from './vitals/bench.ts';
import { whep } from './whep/bench.ts';

export interface Bench {
  /** What is measured, in one line. */
  readonly summary: string;
  run(report: Report): Promise<void>;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  delivery,
  'stalled-viewers': stalledViewers,
  edges,
  glass,
  abr,
  switches,
  whep,
  ingest,
  recording,
  replay,
  'sign-in': signIn,
  lcp,
  vitals,
  reads,
  payments,
  earnings,
  chat,
  'chat-page': chatPage,
  'fan-out': fanOut,
  sockets: socketsBench,
  memory,
  swarm,
  'swarm-simulation': swarmSimulation,
  transcoding,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});

const unknown = positionals.filter((name) => !(name in BENCHES));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) print(`Unknown benches: ${unknown.join(', ')}`);
  print('npm run bench -- [NAME ...] [--json FILE]');
  for (const [name, { summary }] of Object.entries(BENCHES)) print(`  ${name.padEnd(18)} ${summary}`);
  process.exit(unknown.length > 0 ? 1 : 0);
}

const writer = createReportWriter(describeMachine());
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  await bench.run(writer.section(name, bench.summary));
  if (values.json !== undefined) writer.writeJson(values.json);
}
