import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ccData, characters, ERASE, PAINT_ON } from '../../../../../../test/support/caption-data.ts';
import { ClosedCaptions } from './closed-captions.ts';

class FakeCue {
  startTime: number;
  endTime: number;
  text: string;

  constructor(startTime: number, endTime: number, text: string) {
    this.startTime = startTime;
    this.endTime = endTime;
    this.text = text;
  }
}

class FakeTrackElement {
  readonly label = '';
  readonly cues = new Set<FakeCue>();
  readonly track = {
    mode: 'disabled',
    addCue: (cue: FakeCue) => this.cues.add(cue),
    removeCue: (cue: FakeCue) => this.cues.delete(cue),
  };
  isRemoved = false;
  remove(): void {
    this.isRemoved = true;
  }

  get shown() {
    return [...this.cues].map(({ startTime, endTime, text }) => [startTime, endTime, text]);
  }
}

let tracks: FakeTrackElement[];
let video: { currentTime: number; append(track: FakeTrackElement): void };
beforeEach(() => {
  tracks = [];
  video = { currentTime: 0, append: (track) => tracks.push(track) };
  vi.stubGlobal('VTTCue', FakeCue);
  vi.stubGlobal('document', { createElement: () => new FakeTrackElement() });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = () => new ClosedCaptions(video as unknown as HTMLVideoElement);
const say = (words: string, pts: number, type = 0) => ({
  pts,
  bytes: ccData([...ERASE, ...PAINT_ON, ...characters(words)], type),
});
const erase = (pts: number) => ({ pts, bytes: ccData(ERASE) });
/** Frames without captions, behind which those before them are decoded. */
const frames = (from: number) =>
  Array.from({ length: 4 }, (_, i) => ({ pts: from + i / 100, bytes: ccData([]) }));

it('shows a caption as soon as it is known, until the next one, an end, or 16 seconds', () => {
  const captions = open();
  captions.add({ sn: 1, cc: 0 }, [say('One', 1), ...frames(1.1)]);
  expect(tracks.map(({ label, shown }) => [label, shown])).toEqual([['Closed captions', [[1, 17, 'One']]]]);
  captions.add({ sn: 1, cc: 0 }, [say('<Two>', 3), erase(4), ...frames(4.1)]);
  expect(tracks[0]?.shown).toEqual([
    [1, 3, 'One'],
    [3, 4, '&lt;Two>'],
  ]);
});

it('shows each caption once that is loaded again after a seek', () => {
  const captions = open();
  const segment = [say('One', 1), say('Two', 3), erase(4), ...frames(4.1)];
  captions.add({ sn: 1, cc: 0 }, segment);
  captions.add({ sn: 1, cc: 0 }, segment);
  expect(tracks[0]?.shown.sort()).toEqual([
    [1, 3, 'One'],
    [3, 4, 'Two'],
  ]);
});

it('keeps the captions of the last two minutes', () => {
  const captions = open();
  captions.add({ sn: 1, cc: 0 }, [say('Old', 1), say('Kept', 90), ...frames(91)]);
  video.currentTime = 200;
  captions.add({ sn: 2, cc: 0 }, [say('New', 201), ...frames(202)]);
  expect(tracks[0]?.shown.map(([, , text]) => text)).toEqual(['Kept', 'New']);
});

it('adds a track for each channel with captions, and removes them with the source', () => {
  const captions = open();
  captions.add({ sn: 1, cc: 0 }, [erase(0), say('One', 1), say('Drei', 1.5, 1), ...frames(2)]);
  expect(tracks.map(({ label }) => label)).toEqual(['Closed captions', 'Closed captions 3']);
  captions.destroy();
  expect(tracks.map(({ isRemoved }) => isRemoved)).toEqual([true, true]);
});
