import { describe, expect, it } from 'vitest';
import { flooding, freeRiding, lying, poisoning, unsolicited } from './attacks.ts';
import type { Attack } from './simulated-peer.ts';
import { Simulation } from './simulation.ts';
import type { SimulationSetup } from './simulation-setup.ts';

const run = (setup: Partial<SimulationSetup>) =>
  new Simulation({ seed: 5, peers: 36, warmUpSeconds: 10, seconds: 6, ...setup }).run();

const HONEST = run({});

describe('a swarm of 36 peers', () => {
  it('plays as live as plain HTTP, from peers for the most part', () => {
    const http = run({ mode: 'http' });
    expect(HONEST.peerShare).toBeGreaterThan(0.65);
    expect(HONEST.originBytes).toBeLessThan(0.4 * http.originBytes);
    expect(HONEST.delayMs.median).toBeLessThanOrEqual(1500);
    expect(HONEST.delayMs.median - http.delayMs.median).toBeLessThan(50);
    expect(http.stalls).toBe(0);
    // Parts that are handed over meet the slowest answers of the origin, too.
    expect(HONEST.stalls / HONEST.playedParts).toBeLessThan(0.005);
  });

  it('drops no peer that keeps to the rules', () => {
    expect(HONEST.droppedHonest).toBe(0);
  });

  it('drops no peer where parts are needed before most peers can have them', () => {
    const hurried = run({ peers: 12, mbps: 1.3, targetDelayMs: 800 });
    expect(hurried.droppedHonest).toBe(0);
    expect(hurried.peerShare).toBeGreaterThan(0.3);
  });

  it('repeats a run exactly by its seed', () => {
    const setup = { peers: 12, warmUpSeconds: 4, seconds: 4, churnPerMinute: 0.5 };
    expect(run(setup)).toEqual(run(setup));
  });

  it('goes on while a third of its peers are replaced in a minute', () => {
    const churned = run({ churnPerMinute: 0.33 });
    expect(churned.peerShare).toBeGreaterThan(0.6);
    expect(churned.stalls / churned.playedParts).toBeLessThan(0.01);
  });
});

describe('against a fifth of the peers that break the rules', () => {
  const under = (attack: Attack) => run({ attackers: { share: 0.2, attack } });

  it('drops those that send wrong bytes, and plays none of them', () => {
    const result = under(poisoning);
    expect(result.wrongParts).toBe(0);
    expect(result.dropped['wrong-bytes']).toBeGreaterThan(10);
    expect(result.droppedHonest).toBe(0);
    expect(result.peerShare).toBeGreaterThan(0.5);
    expect(result.stalls / result.playedParts).toBeLessThan(0.01);
  });

  it('replaces those that promise parts and send none', () => {
    const result = run({ attackers: { share: 0.2, attack: lying }, warmUpSeconds: 20 });
    expect(result.dropped.undelivered).toBeGreaterThan(10);
    expect(result.peerShare).toBeGreaterThan(0.45);
    expect(result.stalls / result.playedParts).toBeLessThan(0.01);
    expect(result.droppedHonest).toBe(0);
  });

  it('plays on where some only take', () => {
    const result = under(freeRiding);
    expect(result.peerShare).toBeGreaterThan(0.5);
    expect(result.stalls / result.playedParts).toBeLessThan(0.01);
  });

  it('drops those that flood it with messages', () => {
    const result = under(flooding);
    expect(result.dropped['message-flood']).toBeGreaterThan(10);
    expect(result.droppedHonest).toBe(0);
    expect(result.peerShare).toBeGreaterThan(0.5);
  });

  it('drops those that send media that it has not asked for', () => {
    const result = under(unsolicited);
    expect(
      (result.dropped['unsolicited-media'] ?? 0) + (result.dropped['protocol-error'] ?? 0),
    ).toBeGreaterThan(10);
    expect(result.droppedHonest).toBe(0);
  });
});
