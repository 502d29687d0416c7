import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/**
 * Loads a component's script once it is `wanted`; null until it has loaded. If that fails (offline, or a
 * newer build), calls `onFailure`, and retries when it is wanted again. React's `lazy` would instead unmount
 * the surrounding tree permanently.
 * @param load must be the same function on each render
 */
export function useScript<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  wanted: boolean,
  onFailure: () => void,
): ComponentType<Props> | null {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    if (!wanted || Loaded !== null) return;
    let stillWanted = true;
    load().then(
      ({ default: Component }) => stillWanted && setLoaded(() => Component),
      () => stillWanted && fail(),
    );
    return () => {
      stillWanted = false;
    };
  }, [load, wanted, Loaded]);
  return Loaded;
}
