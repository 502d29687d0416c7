/** Custom emotes: images of a channel for its chats. */
import { on, onGap, type Subscription } from '#platform/feature.ts';
import { chatEmotesChanged } from '../chat.events.ts';
import { ChannelEmotes, type ChannelEmotesOptions } from './channel-emotes.ts';
import { EmoteReview, type EmoteReviewOptions } from './emote-review.service.ts';
import { EmoteEditor, type OwnEmotesOptions } from './emotes.service.ts';

export type EmoteOptions = ChannelEmotesOptions & OwnEmotesOptions & EmoteReviewOptions;

export interface Emotes {
  readonly emotes: ChannelEmotes;
  readonly editor: EmoteEditor;
  readonly review: EmoteReview;
  readonly subscriptions: readonly Subscription[];
}

export function createEmotes(options: EmoteOptions): Emotes {
  const emotes = new ChannelEmotes(options);
  return {
    emotes,
    editor: new EmoteEditor(options),
    review: new EmoteReview(options),
    subscriptions: [on(chatEmotesChanged, () => emotes.forget()), onGap(() => emotes.forget())],
  };
}
