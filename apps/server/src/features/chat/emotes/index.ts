/** Custom emotes: images of a channel for its chats. */
import { on, onGap, type Subscription } from '#platform/feature.ts';
import { chatEmotesChanged } from '../chat.events.ts';
import { type ChannelEmotes, type ChannelEmotesOptions, createChannelEmotes } from './channel-emotes.ts';
import { createEmoteReview, type EmoteReview, type EmoteReviewOptions } from './emote-review.service.ts';
import { createEmoteEditor, type EmoteEditor, type OwnEmotesOptions } from './emotes.service.ts';

export type EmoteOptions = ChannelEmotesOptions & OwnEmotesOptions & EmoteReviewOptions;

export interface Emotes {
  readonly emotes: ChannelEmotes;
  readonly editor: EmoteEditor;
  readonly review: EmoteReview;
  readonly subscriptions: readonly Subscription[];
}

export function createEmotes(options: EmoteOptions): Emotes {
  const emotes = createChannelEmotes(options);
  return {
    emotes,
    editor: createEmoteEditor(options),
    review: createEmoteReview(options),
    subscriptions: [on(chatEmotesChanged, () => emotes.forget()), onGap(() => emotes.forget())],
  };
}
