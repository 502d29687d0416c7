/** The signed playlists of a session: those of the instance are kept for peers, and those of peers are verified. */
import { decodeManifest } from '../manifest/manifest-encoding.ts';
import type { VerificationKey } from '../manifest/manifest-verifier.ts';
import { ManifestError } from '../manifest/part-manifest.ts';
import { readManifestLine } from '../manifest/playlist-manifest.ts';
import {
  PlaylistVerifier,
  StalePlaylistError,
  type VerifiedPlaylist,
} from '../playlists/playlist-verifier.ts';
import { readSignature } from '../playlists/signed-playlist.ts';
import type { SwarmEngine } from '../scheduler/swarm-engine.ts';
import type { Signalling } from './session-setup.ts';

export interface WantedPlaylist {
  readonly rendition: number;
  /** Whether a delta update would be of no use. */
  readonly isWhole: boolean;
}

export interface SessionPlaylists {
  /** The origin has answered, or a mirror in its place, so that parts may come from it again. */
  originAnswered(): void;
  /** Neither the origin nor a mirror in its place answers: parts come from peers alone. */
  originLost(): void;
  /**
   * Verifies a playlist that a mirror has sent, and keeps it for peers.
   * @returns null where it is not newer than the last one
   * @throws ManifestError
   */
  verify(rendition: number, text: string): Promise<VerifiedPlaylist | null>;
  /**
   * Gets the next playlist of a rendition from peers, because the origin has not answered.
   * @returns a function that ends the wait
   */
  want(wanted: WantedPlaylist, done: (playlist: VerifiedPlaylist) => void): () => void;
  /**
   * Keeps a playlist of the instance for peers that cannot reach it. One without a signature is passed over.
   * @returns whether the instance has signed it
   */
  keep(text: string): Promise<boolean>;
  /** A peer has sent a playlist. */
  received(peer: string, rendition: number, bytes: Uint8Array): void;
}

export interface SessionPlaylistsParts {
  readonly engine: Pick<SwarmEngine, 'playlists' | 'forgedPlaylist' | 'setOriginAway'>;
  readonly key: VerificationKey;
  readonly swarm: Uint8Array;
  readonly signalling: Pick<Signalling, 'report'>;
}

interface Wait extends WantedPlaylist {
  readonly done: (playlist: VerifiedPlaylist) => void;
}

export function createSessionPlaylists(parts: SessionPlaylistsParts): SessionPlaylists {
  const { engine, key, swarm, signalling } = parts;
  const verifiers = new Map<number, PlaylistVerifier>();
  const waits = new Map<number, Wait>();

  function verifierOf(rendition: number): PlaylistVerifier {
    let verifier = verifiers.get(rendition);
    if (verifier === undefined) {
      verifier = new PlaylistVerifier(key, swarm, rendition);
      verifiers.set(rendition, verifier);
    }
    return verifier;
  }

  function offer(rendition: number, { text, number, isWhole }: VerifiedPlaylist): void {
    engine.playlists.offer({ rendition, number, isWhole, bytes: new TextEncoder().encode(text) });
  }

  async function verify(rendition: number, text: string): Promise<VerifiedPlaylist | null> {
    try {
      const before = verifierOf(rendition).number;
      const verified = await verifierOf(rendition).verify(text);
      // The chain binds a playlist to the ones before: the same number brings nothing but the end.
      if (verified.number === before && !verified.isEnded) return null;
      offer(rendition, verified);
      return verified;
    } catch (error) {
      if (error instanceof StalePlaylistError) return null;
      throw error;
    }
  }

  async function receive(peer: string, rendition: number, bytes: Uint8Array): Promise<void> {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      const verified = await verify(rendition, text);
      if (verified === null) return;
      const wait = waits.get(rendition);
      if (wait === undefined || (wait.isWhole && !verified.isWhole)) return;
      waits.delete(rendition);
      engine.playlists.unwant(rendition);
      engine.setOriginAway(true);
      wait.done(verified);
    } catch {
      engine.forgedPlaylist(peer);
      signalling.report(peer);
    }
  }

  return {
    originAnswered: () => engine.setOriginAway(false),
    originLost: () => engine.setOriginAway(true),
    verify,
    want({ rendition, isWhole }, done) {
      const wait: Wait = { rendition, isWhole, done };
      waits.set(rendition, wait);
      engine.playlists.want(rendition, verifierOf(rendition).number + 1, isWhole);
      return () => {
        if (waits.get(rendition) !== wait) return;
        waits.delete(rendition);
        engine.playlists.unwant(rendition);
      };
    },
    async keep(text) {
      try {
        const manifest = readSignature(text) && readManifestLine(text);
        if (manifest === null) return false;
        const { rendition } = decodeManifest(manifest.encoded);
        offer(rendition, await verifierOf(rendition).verify(text));
        return true;
      } catch (error) {
        // An answer of the origin may be older than one of a peer, and the manifest of a forged one ends the session.
        if (!(error instanceof StalePlaylistError || error instanceof ManifestError)) throw error;
        return error instanceof StalePlaylistError;
      }
    },
    received: (peer, rendition, bytes) => void receive(peer, rendition, bytes),
  };
}
