import { type RefObject, useCallback, useEffect, useState } from 'react';

/** The picture in a small window over everything else; `supported` is false where there is none. */
export function usePictureInPicture(video: RefObject<HTMLVideoElement | null>) {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const update = () => setActive(document.pictureInPictureElement === element);
    element.addEventListener('enterpictureinpicture', update);
    element.addEventListener('leavepictureinpicture', update);
    return () => {
      element.removeEventListener('enterpictureinpicture', update);
      element.removeEventListener('leavepictureinpicture', update);
    };
  }, [video]);

  const toggle = useCallback(() => {
    // Refused before the first picture or without a gesture: pressing again later works.
    if (document.pictureInPictureElement) void document.exitPictureInPicture();
    else if (document.pictureInPictureEnabled) video.current?.requestPictureInPicture().catch(() => {});
  }, [video]);
  return { supported: document.pictureInPictureEnabled === true, active, toggle };
}
