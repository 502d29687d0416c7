import { useState } from 'react';

const KEY = 'theatre';

/** Whether the picture takes the whole width; remembered, since it is a matter of the screen one sits at. */
export function useTheatre() {
  const [active, setActive] = useState(() => {
    try {
      return localStorage.getItem(KEY) === 'on';
    } catch {
      return false;
    }
  });
  const toggle = () => {
    setActive(!active);
    try {
      localStorage.setItem(KEY, active ? 'off' : 'on');
    } catch {
      // Without storage it lasts as long as the page.
    }
  };
  return { active, toggle };
}
