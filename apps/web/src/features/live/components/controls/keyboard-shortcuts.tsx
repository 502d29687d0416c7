import { type RefObject, useEffect, useEffectEvent } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { SEEK_STEP_SECONDS } from './seek-bar.tsx';

/** How far J, L and a double tap move playback. */
export const LONG_STEP_SECONDS = 10;

/** The player's keys and what they do, as the dialog lists them. */
const SHORTCUTS = [
  [t('live.keys.space'), t('live.keys.play')],
  ['M', t('live.keys.mute')],
  ['← →', t('live.keys.shortStep')],
  ['J, L', t('live.keys.longStep')],
  [t('live.keys.digits'), t('live.keys.percent')],
  [t('live.keys.home'), t('live.keys.beginning')],
  [t('live.keys.end'), t('live.keys.liveOrEnd')],
  ['↑ ↓', t('live.keys.volume')],
  ['< >', t('live.keys.speed')],
  [', .', t('live.keys.frame')],
  ['C', t('live.keys.captions')],
  ['F', t('live.fullscreen')],
  ['T', t('live.theater')],
  ['P', t('live.pip')],
  ['?', t('live.keys')],
] as const;

export interface ShortcutActions {
  /** Called before each of the others. */
  wake(): void;
  togglePlay(): void;
  toggleMute(): void;
  /** @param by from -1 to 1 */
  changeVolume(by: number): void;
  /** @param seconds forward, or back where negative */
  seekBy(seconds: number): void;
  /** @param fraction from 0 to 1 of all that can be watched */
  seekTo(fraction: number): void;
  goToEnd(): void;
  /** @param steps faster, or slower where negative */
  changeRate(steps: number): void;
  /** @param frames forward, or back where negative */
  stepFrames(frames: number): void;
  toggleCaptions(): void;
  toggleFullscreen(): void;
  toggleTheater(): void;
  togglePictureInPicture(): void;
  toggleHelp(): void;
}

const BY_KEY: ReadonlyMap<string, (actions: ShortcutActions) => void> = new Map([
  [' ', (actions) => actions.togglePlay()],
  ['k', (actions) => actions.togglePlay()],
  ['m', (actions) => actions.toggleMute()],
  ['ArrowUp', (actions) => actions.changeVolume(0.05)],
  ['ArrowDown', (actions) => actions.changeVolume(-0.05)],
  ['ArrowLeft', (actions) => actions.seekBy(-SEEK_STEP_SECONDS)],
  ['ArrowRight', (actions) => actions.seekBy(SEEK_STEP_SECONDS)],
  ['j', (actions) => actions.seekBy(-LONG_STEP_SECONDS)],
  ['l', (actions) => actions.seekBy(LONG_STEP_SECONDS)],
  ...Array.from(
    { length: 10 },
    (_, digit) => [String(digit), (actions: ShortcutActions) => actions.seekTo(digit / 10)] as const,
  ),
  ['Home', (actions) => actions.seekTo(0)],
  ['End', (actions) => actions.goToEnd()],
  ['<', (actions) => actions.changeRate(-1)],
  ['>', (actions) => actions.changeRate(1)],
  [',', (actions) => actions.stepFrames(-1)],
  ['.', (actions) => actions.stepFrames(1)],
  ['c', (actions) => actions.toggleCaptions()],
  ['f', (actions) => actions.toggleFullscreen()],
  ['t', (actions) => actions.toggleTheater()],
  ['p', (actions) => actions.togglePictureInPicture()],
  ['?', (actions) => actions.toggleHelp()],
]);

/** Keys that may be held down. */
const REPEATING = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'j', 'l', ',', '.']);

/** Whether the key already means something to the focused element. */
function isTaken(event: KeyboardEvent, root: HTMLElement): boolean {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return true;
  if (
    target.closest('input:not([type=range]), textarea, select, [contenteditable], [role=menu], [role=dialog]')
  ) {
    return true;
  }
  if (event.key === ' ') return target.closest('button, a, summary, [role=button]') !== null;
  // The page scrolls by these.
  const scrolls = /^Arrow/.test(event.key) || event.key === 'Home' || event.key === 'End';
  return scrolls && (!root.contains(target) || target instanceof HTMLInputElement);
}

/**
 * Handles the player's keys anywhere on the page, except where the focused element uses them itself.
 * @param root the player; null: it has no keys
 */
export function useKeyboardShortcuts(
  root: RefObject<HTMLElement | null> | null,
  actions: ShortcutActions,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = BY_KEY.get(key);
    if (!act || !root?.current || event.defaultPrevented || isTaken(event, root.current)) return;
    event.preventDefault();
    if (event.repeat && !REPEATING.has(key)) return;
    actions.wake();
    act(actions);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

interface KeyboardShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function KeyboardShortcutsDialog({ open, onOpenChange }: KeyboardShortcutsDialogProps) {
  return (
    <Dialog
      title={t('live.keys')}
      open={open}
      onOpenChange={onOpenChange}
      description={
        <span className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-sm">
          {SHORTCUTS.map(([keys, meaning]) => (
            <span key={keys} className="contents">
              <kbd className="font-sans font-semibold text-ink">{keys}</kbd>
              <span>{meaning}</span>
            </span>
          ))}
        </span>
      }
      actions={<Button onClick={() => onOpenChange(false)}>{t('live.keys.close')}</Button>}
    />
  );
}
