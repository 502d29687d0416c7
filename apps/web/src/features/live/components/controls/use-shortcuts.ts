import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Every key of the player with what it does, as the help lists them. */
export const SHORTCUTS = [
  ['Space, K', 'Play or pause'],
  ['M', 'Mute or unmute'],
  ['↑ ↓', 'Volume, while the player has focus'],
  ['L', 'Jump to live'],
  ['F', 'Full screen'],
  ['T', 'Theatre'],
  ['I', 'Picture in picture'],
  ['?', 'This list'],
] as const;

export interface ShortcutActions {
  /** Called before each of the others. */
  wake(): void;
  togglePlay(): void;
  toggleMute(): void;
  /** `by` from -1 to 1. */
  changeVolume(by: number): void;
  jumpToLive(): void;
  toggleFullscreen(): void;
  toggleTheatre(): void;
  togglePictureInPicture(): void;
  toggleHelp(): void;
}

const BY_KEY: ReadonlyMap<string, (actions: ShortcutActions) => void> = new Map([
  [' ', (actions) => actions.togglePlay()],
  ['k', (actions) => actions.togglePlay()],
  ['m', (actions) => actions.toggleMute()],
  ['ArrowUp', (actions) => actions.changeVolume(0.05)],
  ['ArrowDown', (actions) => actions.changeVolume(-0.05)],
  ['l', (actions) => actions.jumpToLive()],
  ['f', (actions) => actions.toggleFullscreen()],
  ['t', (actions) => actions.toggleTheatre()],
  ['i', (actions) => actions.togglePictureInPicture()],
  ['?', (actions) => actions.toggleHelp()],
]);

/** Keys mean what the focused thing says they mean; only what is left over is a shortcut. */
function isTaken(event: KeyboardEvent, root: HTMLElement): boolean {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return true;
  if (
    target.closest('input:not([type=range]), textarea, select, [contenteditable], [role=menu], [role=dialog]')
  ) {
    return true;
  }
  if (event.key === ' ') return target.closest('button, a, summary, [role=button]') !== null;
  const arrow = event.key.startsWith('Arrow');
  return arrow && (!root.contains(target) || target instanceof HTMLInputElement);
}

/** Hears the player's keys anywhere on the page, except where they are typed or mean something else. */
export function useShortcuts(root: RefObject<HTMLElement | null>, actions: ShortcutActions): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = BY_KEY.get(key);
    if (!act || !root.current || event.defaultPrevented || isTaken(event, root.current)) return;
    event.preventDefault();
    if (event.repeat && !key.startsWith('Arrow')) return;
    actions.wake();
    act(actions);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
