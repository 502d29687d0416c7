/** The frames that a page displayed, as its viewer saw them. */
import type { Locator, Page } from '@playwright/test';

export interface Screencast {
  /** Ends it. @returns the mean brightness (0 to 255) of `area` in each frame that the browser displayed since */
  brightness(area: Locator): Promise<number[]>;
}

/** Records all frames that the browser displays from now on. */
export async function recordScreen(page: Page): Promise<Screencast> {
  const session = await page.context().newCDPSession(page);
  const frames: string[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60 });
  return {
    async brightness(area) {
      await session.send('Page.stopScreencast');
      const box = await area.boundingBox();
      const size = page.viewportSize();
      if (box === null || size === null) throw new Error(`${area} is not displayed.`);
      // The controls lie over its edges.
      const middle = {
        x: (box.x + box.width / 4) / size.width,
        y: (box.y + box.height / 4) / size.height,
        width: box.width / 2 / size.width,
        height: box.height / 2 / size.height,
      };
      const reader = await page.context().newPage();
      const means = await reader.evaluate(meanBrightness, { frames, middle });
      await reader.close();
      await session.detach();
      return means;
    },
  };
}

interface Frames {
  /** JPEG files in Base64. */
  readonly frames: readonly string[];
  /** In fractions of the frame. */
  readonly middle: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/** Runs in a page. */
async function meanBrightness({ frames, middle }: Frames): Promise<number[]> {
  const canvas = new OffscreenCanvas(32, 18);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser has no canvas.');
  const means: number[] = [];
  for (const frame of frames) {
    const bytes = Uint8Array.from(atob(frame), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
    const { width, height } = image;
    const source = [
      middle.x * width,
      middle.y * height,
      middle.width * width,
      middle.height * height,
    ] as const;
    context.drawImage(image, ...source, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (let i = 0; i < data.length; i += 4)
      sum += ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) / 3;
    means.push(sum / (data.length / 4));
  }
  return means;
}
