/** The chat of a stream beside its recording: the messages up to the time of the frame on the screen. */
import type { ChatDeletion, ChatMessage } from '@tributary/contracts/chat';
import { withoutDeleted } from './chat-log.ts';

export interface ReplayPage {
  readonly messages: readonly ChatMessage[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
}

export interface ChatReplayOptions {
  readonly loadAt: (dateMs: number) => Promise<ReplayPage>;
  readonly loadAfter: (number: number) => Promise<ReplayPage>;
  /** Called when the shown messages have changed. */
  readonly onChange: (messages: readonly ChatMessage[]) => void;
}

/** More messages are loaded when fewer than this are left. */
const FEW_AHEAD = 30;
/** The number of messages that are kept. */
const MAX_KEPT = 500;
/** The number of positions after a failure before the next attempt. */
const SKIPPED_AFTER_FAILURE = 20;

interface Timed {
  readonly message: ChatMessage;
  readonly sentMs: number;
}

export class ChatReplay {
  readonly #options: ChatReplayOptions;
  /** Consecutive messages of the chat. */
  #loaded: readonly Timed[] | null = null;
  /** The time for which the loaded messages were requested. */
  #askedMs = 0;
  #hasOlder = false;
  #hasNewer = false;
  #dateMs: number | null = null;
  /** The numbers of the first and the last message that is shown. */
  #shown = '';
  #isLoading = false;
  #skip = 0;

  constructor(options: ChatReplayOptions) {
    this.#options = options;
  }

  /** Whether the chat has no messages at all. */
  get isEmpty(): boolean {
    return this.#loaded?.length === 0 && !this.#hasOlder && !this.#hasNewer;
  }

  /** Called during playback, and after a seek. @param dateMs the wall time of the frame on the screen */
  moveTo(dateMs: number): void {
    this.#dateMs = dateMs;
    this.#show();
    if (this.#isLoading || this.#skip-- > 0) return;
    const last = this.#loaded?.at(-1);
    if (this.#loaded === null || this.#isOutside(dateMs)) {
      void this.#load(this.#options.loadAt(dateMs), (page) => {
        this.#askedMs = dateMs;
        this.#hasOlder = page.hasOlder;
        this.#loaded = page.messages.map(timed);
      });
    } else if (last && this.#hasNewer && this.#ahead(dateMs) < FEW_AHEAD) {
      void this.#load(this.#options.loadAfter(last.message.number), (page) => {
        const all = [...(this.#loaded ?? []), ...page.messages.map(timed)];
        this.#loaded = all.slice(-MAX_KEPT);
        this.#hasOlder ||= all.length > MAX_KEPT;
        if (all.length > MAX_KEPT) this.#askedMs = this.#loaded[0]?.sentMs ?? this.#askedMs;
      });
    }
  }

  /** Applies a deletion that a moderator has just made. */
  delete(deleted: ChatDeletion): void {
    this.#loaded =
      this.#loaded?.map((one) => ({ ...one, message: withoutDeleted(one.message, deleted) })) ?? null;
    this.#shown = '';
    this.#show();
  }

  /** Whether messages up to that time are missing. */
  #isOutside(dateMs: number): boolean {
    const newest = this.#loaded?.at(-1)?.sentMs ?? this.#askedMs;
    if (this.#hasNewer && dateMs > newest) return true;
    return this.#hasOlder && dateMs < this.#askedMs && this.#count(dateMs) === 0;
  }

  #count(dateMs: number): number {
    return (this.#loaded ?? []).findLastIndex(({ sentMs }) => sentMs <= dateMs) + 1;
  }

  #ahead(dateMs: number): number {
    return (this.#loaded?.length ?? 0) - this.#count(dateMs);
  }

  #show(): void {
    if (this.#loaded === null || this.#dateMs === null) return;
    const shown = this.#loaded.slice(0, this.#count(this.#dateMs)).map(({ message }) => message);
    const range = `${shown[0]?.number ?? 0} ${shown.at(-1)?.number ?? 0}`;
    if (range === this.#shown) return;
    this.#shown = range;
    this.#options.onChange(shown);
  }

  async #load(loading: Promise<ReplayPage>, take: (page: ReplayPage) => void): Promise<void> {
    this.#isLoading = true;
    try {
      const page = await loading;
      take(page);
      this.#hasNewer = page.hasNewer;
    } catch {
      this.#skip = SKIPPED_AFTER_FAILURE;
    }
    this.#isLoading = false;
    this.#show();
  }
}

const timed = (message: ChatMessage): Timed => ({ message, sentMs: Date.parse(message.sentAt) });
