import { useEffect, useState } from 'react';
import type { RunningSwarm } from '../../engine/swarm/index.ts';
import type { SwarmFigures } from '../../engine/swarm/swarm-types.ts';

const UPDATE_MS = 1000;

/**
 * What `follow` makes of the figures of the swarm, each second; null until the first ones.
 * @param follow returns a function that is called with all figures in turn; must be the same on each render
 */
export function useSwarmFigures<Value>(
  running: RunningSwarm,
  follow: () => (figures: SwarmFigures) => Value,
): Value | null {
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    const next = follow();
    let isOver = false;
    const update = async () => {
      const figures = await running.figures();
      if (!isOver) setValue(next(figures));
    };
    void update();
    const timer = setInterval(() => void update(), UPDATE_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [running, follow]);
  return value;
}
