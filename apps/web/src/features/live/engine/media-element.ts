/** Draws the element's present picture onto `canvas`, to stand in while the element has none. */
export function holdPicture(video: HTMLVideoElement, canvas: HTMLCanvasElement): void {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height);
}
