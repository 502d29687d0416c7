/** The ways in which a player takes more of the screen, and keeps it on. */
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';

export interface Toggle {
  active: boolean;
  toggle: () => void;
}

/** iPhones put only the video element itself into full screen, by a method of their own. */
interface ApplePhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen(): void;
}

function isApplePhoneVideo(video: HTMLVideoElement | null): video is ApplePhoneVideo {
  return video !== null && 'webkitEnterFullscreen' in video;
}

function onFullscreenChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** The element that fills the screen; null: none. */
export const useFullscreenElement = (): Element | null =>
  useSyncExternalStore(onFullscreenChange, () => document.fullscreenElement);

/** Full screen for `root`, or for the video alone where the browser supports no more. */
export function useFullscreen(root: RefObject<HTMLElement | null>, video: HTMLVideoElement | null): Toggle {
  const active = useFullscreenElement() !== null;

  const toggle = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    // Rejects without a gesture, or where the embedding page forbids it: the button then has no effect.
    else if (document.fullscreenEnabled) root.current?.requestFullscreen().catch(() => {});
    else if (isApplePhoneVideo(video)) video.webkitEnterFullscreen();
  }, [root, video]);
  return { active, toggle };
}

/** A small window above all others. `supported` is false where the browser has none. */
export function usePictureInPicture(video: HTMLVideoElement | null): Toggle & { supported: boolean } {
  const [active, setActive] = useState(false);
  useEffect(() => {
    if (!video) return;
    const update = () => setActive(document.pictureInPictureElement === video);
    video.addEventListener('enterpictureinpicture', update);
    video.addEventListener('leavepictureinpicture', update);
    return () => {
      video.removeEventListener('enterpictureinpicture', update);
      video.removeEventListener('leavepictureinpicture', update);
    };
  }, [video]);

  const toggle = useCallback(() => {
    // Rejects before the first frame or without a gesture: pressing again later works.
    if (document.pictureInPictureElement) void document.exitPictureInPicture();
    else if (document.pictureInPictureEnabled) video?.requestPictureInPicture().catch(() => {});
  }, [video]);
  return { supported: document.pictureInPictureEnabled === true, active, toggle };
}

const THEATER_KEY = 'theater';

/** The player as wide as the page. Remembered per browser, since it depends on the screen. */
export function useTheater(): Toggle {
  const [active, setActive] = useState(() => {
    try {
      return localStorage.getItem(THEATER_KEY) === 'on';
    } catch {
      return false;
    }
  });
  const toggle = () => {
    setActive(!active);
    try {
      localStorage.setItem(THEATER_KEY, active ? 'off' : 'on');
    } catch {
      // Without storage, the choice lasts as long as the page.
    }
  };
  return { active, toggle };
}

/** Leaves out the header and the sidebar of the page while `active`, by the rules of player.css. */
export function useTheaterFrame(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return;
    document.documentElement.dataset.theaterFrame = '';
    return () => {
      delete document.documentElement.dataset.theaterFrame;
    };
  }, [active]);
}

/** Keeps the screen on while `wanted`. The system releases the lock of a hidden page, so it is requested again. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let released = false;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      // Rejects on a low battery: the screen then dims as usual.
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (released) void lock?.release();
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      released = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, [wanted]);
}
