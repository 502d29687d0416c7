/**
 * Checks the sequencer of a layer 2 chain. While it is down, the price feeds on the chain stand still, and only some
 * people can send transactions. See https://docs.chain.link/data-feeds/l2-sequencer-feeds
 */
import type { Address } from 'viem';
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { ProviderUnavailable } from '../../provider.errors.ts';
import type { Chain } from './chain.ts';

/** Prices count again this long after the sequencer came back, as Chainlink advises. */
const GRACE_PERIOD_MS = HOUR_MS;

/**
 * Layer 2 chains have a block every few seconds. The feed is on the chain, so it reports nothing while there are none.
 */
const MAX_HEAD_AGE_MS = 10 * MINUTE_MS;

/** @throws ProviderUnavailable if prices on the chain do not count at this moment */
export async function checkSequencer(chain: Chain, feed: Address, now: Date): Promise<void> {
  const [{ isUp, since }, head] = await Promise.all([chain.sequencerStatus(feed), chain.head()]);
  const headAgeMs = now.getTime() - head.at.getTime();
  if (headAgeMs > MAX_HEAD_AGE_MS)
    throw new ProviderUnavailable(
      `The newest block ${head.number} is ${Math.round(headAgeMs / 1000)} s old.`,
    );
  if (!isUp) throw new ProviderUnavailable(`The sequencer is down, as the feed ${feed} says.`);
  if (!since) throw new ProviderUnavailable(`The sequencer uptime feed ${feed} has not begun.`);
  const upMs = now.getTime() - since.getTime();
  if (upMs <= GRACE_PERIOD_MS)
    throw new ProviderUnavailable(
      `The sequencer is up for ${Math.round(upMs / 1000)} s; prices count after ${GRACE_PERIOD_MS / 1000} s.`,
    );
}
