import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/**
 * The component of a script that is fetched once it is `wanted`; null until it has come. Where it does
 * not (offline, a newer build), `onFailure` hears of it and the next wish asks again: React's own `lazy`
 * would take down what is around it, for good.
 *
 * @param load the same function each time
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
