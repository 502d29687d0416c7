/**
 * Menus that load on demand: the button is rendered at once, and the script of its menu loads when the
 * button is hovered, focused or pressed. An early press is replayed once it has loaded.
 */

import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type ReactElement,
  startTransition,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { t } from '@/lib/messages/t.ts';
import { toast } from '../feedback/toaster.tsx';

/** The state that the button shares with its menu's `OnDemandMenuContent`. */
export interface Opening {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly buttonId: string;
  /** Called by the menu once it listens. */
  readonly onReady: () => void;
}

export interface OnDemand {
  opening: Opening;
}

export interface MenuScript<Props> {
  load(): Promise<ComponentType<Props>>;
  /** Null until the menu has loaded. */
  readonly loaded: ComponentType<Props> | null;
}

/** @param load imports a module whose default export renders an `OnDemandMenuContent` */
export function menuScript<Props extends OnDemand>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): MenuScript<Props> {
  let loaded: ComponentType<Props> | null = null;
  return {
    load: async () => {
      loaded = (await load()).default;
      return loaded;
    },
    get loaded() {
      return loaded;
    },
  };
}

interface MenuOnDemandProps {
  script: MenuScript<OnDemand>;
  button: ReactElement<ComponentProps<'button'>>;
}

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown']);

export function MenuOnDemand({ script, button }: MenuOnDemandProps) {
  const [Menu, setMenu] = useState(() => script.loaded);
  const [open, setShown] = useState(false);
  // Links take long to draw. The press that opens or closes the menu is answered before them.
  const setOpen = useCallback((next: boolean) => startTransition(() => setShown(next)), []);
  const id = useId();
  const ready = useRef(false);
  const early = useRef<Event | null>(null);

  const fetch = () => {
    if (Menu) return;
    script.load().then(
      (menu) => setMenu(() => menu),
      () => {
        if (early.current) void toast.loadFailure(t('ui.menu.notOpened'));
        early.current = null;
      },
    );
  };
  const press = (gesture: () => Event) => {
    if (ready.current) return setOpen(true);
    early.current = gesture();
    fetch();
  };
  const onReady = useCallback(() => {
    ready.current = true;
    // Replay the original event: Radix focuses the first entry only after a key.
    if (early.current) document.getElementById(id)?.dispatchEvent(early.current);
    early.current = null;
  }, [id]);

  return (
    <span className="relative inline-flex">
      {cloneElement(button, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onPointerEnter: fetch,
        onFocus: fetch,
        onPointerDown: (event) => {
          if (event.button !== 0 || event.ctrlKey) return;
          // The menu keeps the focus.
          event.preventDefault();
          press(() => new PointerEvent('pointerdown', { bubbles: true, cancelable: true }));
        },
        onKeyDown: (event) => {
          const { key } = event;
          if (!OPENING_KEYS.has(key)) return;
          event.preventDefault();
          press(() => new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key }));
        },
      })}
      {Menu && <Menu opening={{ open, setOpen, buttonId: id, onReady }} />}
    </span>
  );
}
