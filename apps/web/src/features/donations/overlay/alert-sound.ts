/** Sounds of alerts, made by the browser, so that nothing has to load. */
import type { AlertSound } from '@tributary/contracts/donations';

interface Note {
  readonly hertz: number;
  readonly atSeconds: number;
  readonly seconds: number;
  /** Where the pitch ends. */
  readonly toHertz?: number;
}

const NOTES: Readonly<Record<AlertSound, readonly Note[]>> = {
  chime: [
    { hertz: 880, atSeconds: 0, seconds: 0.9 },
    { hertz: 1318.5, atSeconds: 0.12, seconds: 1.2 },
  ],
  drop: [{ hertz: 1200, toHertz: 300, atSeconds: 0, seconds: 0.35 }],
  fanfare: [523.3, 659.3, 784, 1046.5].map((hertz, index) => ({
    hertz,
    atSeconds: index * 0.13,
    seconds: index === 3 ? 1 : 0.25,
  })),
  none: [],
};

let context: AudioContext | null = null;

/** @param volume from 0 to 100 */
export function playAlertSound(sound: AlertSound, volume: number): void {
  if (sound === 'none' || volume === 0) return;
  context ??= new AudioContext();
  // A browser that waits for a click before it plays sound stays silent; streaming software does not wait.
  void context.resume();
  const start = context.currentTime;
  for (const { hertz, toHertz, atSeconds, seconds } of NOTES[sound]) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    const [from, until] = [start + atSeconds, start + atSeconds + seconds];
    oscillator.frequency.setValueAtTime(hertz, from);
    if (toHertz) oscillator.frequency.exponentialRampToValueAtTime(toHertz, until);
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime((volume / 100) * 0.5, from + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, until);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(until);
  }
}
