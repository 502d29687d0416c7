import { useRouterState } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { closeMiniPlayer, miniPlayer } from '@/features/live/mini-player.ts';

/** Pages that play something themselves, or are windows of their own. */
const WITHOUT = /^\/(?:s|stream|clips|embed|overlay|chat|pro-studio)(?:\/|$)/;

/** The mini player, above pages that do not play anything themselves. */
export function MiniPlayerSlot() {
  const { shown } = useSyncExternalStore(miniPlayer.subscribe, miniPlayer.get);
  const isWithout = useRouterState({
    select: ({ matches, location }) => WITHOUT.test(matches.at(-1)?.pathname ?? location.pathname),
  });
  useEffect(() => {
    if (isWithout) closeMiniPlayer();
  }, [isWithout]);
  return isWithout ? null : shown;
}
