import { type RefObject, useCallback, useEffect, useState } from 'react';

/** iPhones put only the bare video element into full screen, by a method of their own. */
interface ApplePhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen(): void;
}

function isApplePhoneVideo(video: HTMLVideoElement | null): video is ApplePhoneVideo {
  return video !== null && 'webkitEnterFullscreen' in video;
}

/** Full screen for the whole player, or for its video alone where the browser can do no more. */
export function useFullscreen(
  root: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
) {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const update = () => setActive(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);

  const toggle = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    // Refused without a gesture, or by an embedding page: the button simply has no effect then.
    else if (document.fullscreenEnabled) root.current?.requestFullscreen().catch(() => {});
    else if (isApplePhoneVideo(video.current)) video.current.webkitEnterFullscreen();
  }, [root, video]);
  return { active, toggle };
}
