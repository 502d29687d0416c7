import { expect, it } from 'vitest';
import { captureFrame } from './media-element.ts';

it('keeps the frame captured before where the element shows none now, as during a seek', () => {
  const drawn: unknown[] = [];
  const canvas = {
    width: 640,
    height: 360,
    getContext: () => ({ drawImage: (...all: unknown[]) => drawn.push(all) }),
  };
  const capture = (readyState: number) =>
    captureFrame({ videoWidth: 1280, videoHeight: 720, readyState } as HTMLVideoElement, canvas as never);
  // Setting its size clears a canvas.
  capture(1);
  expect([canvas.width, drawn.length]).toEqual([640, 0]);
  capture(2);
  expect([canvas.width, drawn.length]).toEqual([1280, 1]);
});
