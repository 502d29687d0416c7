import type { SimulationResults } from '../../packages/swarm/simulation/results.ts';
import { Simulation } from '../../packages/swarm/simulation/simulation.ts';
import type { SimulationSetup } from '../../packages/swarm/simulation/simulation-setup.ts';
import type { Report } from '../lib/report.ts';
import type { Bench } from '../run.ts';

const SEED = 1;
const MEDIAN_GOAL_MS = { atMost: 1500 };
const SHARE_GOAL = { atLeast: 0.85 };
/** Viewers arrive in the first half of the warm-up; upload rates and parents settle in the second. */
const WARM_UP_SECONDS = 30;
const SECONDS = 30;
/** Larger swarms are measured for a shorter time: each second has more parts. */
const GROWTH = [
  { peers: 10, seconds: 20 },
  { peers: 100, seconds: 20 },
  { peers: 1000, seconds: 10 },
  { peers: 3000, seconds: 5 },
];
/** `SWARM_PEERS=10000` adds a size. The work grows with the number of peers. */
const { SWARM_PEERS } = process.env;

export const swarmSimulation: Bench = {
  summary: 'the engine of packages/swarm, run by 10 to 3,000 simulated peers at parts of 1/3 s',
  async run(report) {
    report.note(
      'Access lines of 1 to 50 Mbps upload, of which at most 40 are used, six classes of NAT and no TURN server, packet loss of ' +
        '0.1 or 1 %, a stream of 2.5 Mbps, seed 1. ' +
        'Plain HTTP comes from an origin without limits. Playlists are not in the figures.',
    );
    const simulate = (setup: Partial<SimulationSetup>) =>
      new Simulation({ seed: SEED, warmUpSeconds: WARM_UP_SECONDS, ...setup }).run();
    for (const churnPerMinute of [0, 0.2]) {
      const name = churnPerMinute === 0 ? '300 peers' : '300 peers, 20 % churn a minute';
      const setup = { peers: 300, seconds: SECONDS, churnPerMinute };
      const swarm = simulate(setup);
      printComparison(report, name, swarm, simulate({ ...setup, mode: 'http' }));
      if (churnPerMinute === 0) printCopies(report, setup.peers, swarm);
    }
    const largest = SWARM_PEERS ? [{ peers: Number(SWARM_PEERS), seconds: 5 }] : [];
    for (const setup of [...GROWTH, ...largest]) {
      const swarm = simulate(setup);
      report.figure({
        name: `${setup.peers} peers: media bytes from peers`,
        value: swarm.peerShare,
        unit: '',
      });
      printCopies(report, setup.peers, swarm);
    }
  },
};

function printComparison(
  report: Report,
  name: string,
  swarm: SimulationResults,
  http: SimulationResults,
): void {
  report.figure({
    name: `${name}: media bytes from peers`,
    value: swarm.peerShare,
    unit: '',
    goal: SHARE_GOAL,
  });
  report.figure({
    name: `${name}: delay of playback, median`,
    value: swarm.delayMs.median,
    unit: 'ms',
    peer: { name: 'plain HTTP', value: http.delayMs.median },
  });
  report.figure({
    name: `${name}: delay of playback, goal`,
    value: swarm.delayMs.median,
    unit: 'ms',
    goal: MEDIAN_GOAL_MS,
  });
  report.figure({
    name: `${name}: delay of playback, p99`,
    value: swarm.delayMs.p99,
    unit: 'ms',
    peer: { name: 'plain HTTP', value: http.delayMs.p99 },
  });
  report.figure({
    name: `${name}: arrival of a part, p99`,
    value: swarm.arrivalMs.p99,
    unit: 'ms',
    peer: { name: 'plain HTTP', value: http.arrivalMs.p99 },
  });
  // Plain HTTP has none, so that there is no ratio.
  for (const [by, { stalls, playedParts }] of [
    ['', swarm],
    [', plain HTTP', http],
  ] as const)
    report.figure({
      name: `${name}: stalls per 1,000 parts${by}`,
      value: (1000 * stalls) / playedParts,
      unit: '',
    });
  report.figure({
    name: `${name}: origin bytes`,
    value: swarm.originBytes / 1e6,
    unit: 'MB',
    peer: { name: 'plain HTTP', value: http.originBytes / 1e6 },
  });
  report.figure({ name: `${name}: uploaded in vain`, value: swarm.wastedShare, unit: '' });
}

function printCopies(report: Report, peers: number, { originCopies }: SimulationResults): void {
  report.figure({
    name: `${peers} peers: copies of the stream from the origin`,
    value: originCopies,
    unit: 'to viewers with UDP',
  });
}
