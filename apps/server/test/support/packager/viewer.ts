/** A viewer for tests: follows every playlist as it changes, lints it, and keeps every byte. */
import { createPackager, type Packager, type PackagerOptions } from '../../../src/media/packager/packager.ts';
import type { Media, Presentation, Rendition } from '../../../src/media/presentation/presentation.ts';
import { DEFAULT_MEDIA_SETTINGS, type MediaSettings } from '../../../src/media/settings.ts';
import type { Unit } from '../../../src/media/unit.ts';
import {
  createPlaylistWatch,
  describeFindings,
  type Finding,
  lintMultivariantPlaylist,
  lintRenditions,
  type PlaylistWatch,
} from '../playlist-linter/index.ts';
import { type FragmentRead, readFragments } from './fragments.ts';

export interface Watched {
  readonly name: string;
  readonly watch: PlaylistWatch;
  /** Every part that was listed, by `msn.part`; null for a gap. */
  readonly parts: Map<string, FragmentRead | null>;
  /** Every finished segment that was listed, by its number. */
  readonly segments: Map<number, FragmentRead[]>;
  playlist: string;
}

export class TestViewer {
  readonly packager: Packager;
  readonly findings: Finding[] = [];
  readonly watched = new Map<string, Watched>();
  playableAfter: number | null = null;
  #units = 0;
  #multivariant = '';
  nowMs = Date.UTC(2026, 0, 1);

  constructor(settings: Partial<MediaSettings> = {}, manifests: PackagerOptions['manifests'] = null) {
    this.packager = createPackager({
      manifests,
      streamId: 'stream',
      epoch: 'epoch',
      settings: { ...DEFAULT_MEDIA_SETTINGS, ...settings },
      now: () => this.nowMs,
      onPlayable: () => {
        this.playableAfter = this.#units;
      },
    });
  }

  /** Passes units to the packager one by one, and checks the playlists after each. */
  feed(units: readonly Unit[]): void {
    for (const unit of units) {
      this.#units += 1;
      this.packager.onUnit(unit);
      this.look();
    }
  }

  end(): void {
    this.packager.onEnd('unpublished');
    this.look();
  }

  get problems(): string {
    return [...new Set(describeFindings(this.findings).split('\n'))].slice(0, 20).join('\n');
  }

  get presentation(): Presentation {
    const { presentation } = this.packager;
    if (presentation === undefined) throw new Error('Nothing can be played yet.');
    return presentation;
  }

  rendition(name: string): Rendition {
    const rendition = this.presentation.rendition(name);
    if (rendition === undefined) throw new Error(`There is no rendition ${name}.`);
    return rendition;
  }

  playlist(name: string): string {
    return Buffer.from(this.rendition(name).playlist(false).body).toString();
  }

  /** All media of a rendition in order. */
  fragments(name: string): FragmentRead[] {
    const parts = [...(this.watched.get(name)?.parts.values() ?? [])].filter((part) => part !== null);
    return parts.sort((a, b) => a.sequence - b.sequence);
  }

  look(): void {
    const { presentation } = this.packager;
    if (presentation === undefined) return;
    const multivariant = textOf(presentation.multivariant().body);
    if (multivariant !== this.#multivariant) this.findings.push(...lintMultivariantPlaylist(multivariant));
    this.#multivariant = multivariant;
    const texts: Record<string, string> = {};
    let changed = false;
    for (const [, name = ''] of multivariant.matchAll(/epoch\/([\w-]+)\.m3u8/g)) {
      const rendition = presentation.rendition(name);
      if (rendition === undefined || !rendition.isPlayable) continue;
      const whole = textOf(rendition.playlist(false).body);
      texts[`${name}.m3u8`] = whole;
      const watched = this.#watchedOf(name);
      if (watched.playlist === whole) continue;
      changed = true;
      watched.playlist = whole;
      this.findings.push(...watched.watch.see(whole, textOf(rendition.playlist(true).body)));
      this.#fetch(rendition, watched);
    }
    if (changed) this.findings.push(...lintRenditions(texts));
  }

  #watchedOf(name: string): Watched {
    const known = this.watched.get(name);
    if (known !== undefined) return known;
    const watched = {
      name,
      watch: createPlaylistWatch(),
      parts: new Map(),
      segments: new Map(),
      playlist: '',
    };
    this.watched.set(name, watched);
    return watched;
  }

  /** Fetches the listed media that has not been fetched. */
  #fetch(rendition: Rendition, watched: Watched): void {
    for (const match of watched.playlist.matchAll(/^#EXT-X-PART:.*?URI="\w+\/(\d+)\.(\d+)\.m4s"(.*)$/gm)) {
      const key = `${match[1]}.${match[2]}`;
      if (watched.parts.has(key)) continue;
      const bytes = rendition.part(Number(match[1]), Number(match[2]));
      const isGap = match[3]?.includes('GAP=YES') === true;
      if (isGap !== (bytes === undefined)) throw new Error(`Part ${key} is listed and cannot be fetched.`);
      watched.parts.set(key, bytes === undefined ? null : oneFragment(bytes));
    }
    for (const match of watched.playlist.matchAll(/(#EXT-X-GAP\n)?#EXTINF:.*\n\w+\/(\d+)\.m4s$/gm)) {
      const msn = Number(match[2]);
      if (watched.segments.has(msn)) continue;
      const bytes = rendition.segment(msn);
      if ((match[1] !== undefined) !== (bytes === undefined))
        throw new Error(`Segment ${msn} cannot be fetched.`);
      const fragments = bytes === undefined ? [] : readFragments(bytesOf(bytes));
      watched.segments.set(msn, fragments);
      // Old segments of the first playlist have no parts, so the segment itself is compared.
      const index = `${msn}.0`;
      if (!watched.parts.has(index))
        for (const [i, each] of fragments.entries()) watched.parts.set(`${msn}.${i}`, each);
    }
  }
}

export function bytesOf(media: Media): Uint8Array {
  if (!('chunks' in media)) throw new Error('The bytes have left memory.');
  const whole = Buffer.concat(media.chunks);
  if (whole.byteLength !== media.byteLength) throw new Error('The stated length is not that of the bytes.');
  return whole;
}

function oneFragment(media: Media): FragmentRead {
  const [first, ...more] = readFragments(bytesOf(media));
  if (first === undefined || more.length > 0) throw new Error('A part is not one fragment.');
  return first;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
