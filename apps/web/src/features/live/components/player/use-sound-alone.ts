import { useEffect, useState } from 'react';

/** Whether the media of an element is sound alone; false until it is known. */
export function useSoundAlone(video: HTMLVideoElement | null): boolean {
  const [isSoundAlone, setSoundAlone] = useState(false);
  useEffect(() => {
    if (!video) return;
    const update = () =>
      setSoundAlone(video.readyState >= HTMLMediaElement.HAVE_METADATA && video.videoWidth === 0);
    update();
    // An encoder may begin to send video later, which changes the size.
    const events = ['loadedmetadata', 'resize', 'emptied'] as const;
    for (const type of events) video.addEventListener(type, update);
    return () => {
      for (const type of events) video.removeEventListener(type, update);
    };
  }, [video]);
  return isSoundAlone;
}
