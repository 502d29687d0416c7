/**
 * Menus that no first page shows: the button is there at once, the script of its menu comes when the
 * button is pointed at, focused or pressed. A press that was too early is made again once it is there.
 */
import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type ReactElement,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { toast } from '../feedback/toaster.tsx';

/** What the menu is told of its button; goes to `DropdownMenuBeside`. */
export interface Opening {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly buttonId: string;
  /** It listens from now on. */
  readonly onReady: () => void;
}

export interface OnDemand {
  opening: Opening;
}

export interface MenuScript<Props> {
  load(): Promise<ComponentType<Props>>;
  /** Null until it has come. */
  readonly loaded: ComponentType<Props> | null;
}

/** @param load a module whose default is a `DropdownMenuBeside` */
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
  const [open, setOpen] = useState(false);
  const id = useId();
  const ready = useRef(false);
  const early = useRef<Event | null>(null);

  const fetch = () => {
    if (Menu) return;
    script.load().then(
      (menu) => setMenu(() => menu),
      () => {
        if (early.current) toast.error('This menu could not be loaded', { description: ADVICE });
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
    // The menu has to hear itself that it was a key: only then its first entry is focused.
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
          // The focus goes to the menu, not to what was pressed.
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

const ADVICE = 'Check your connection, then try again.';
