/** Categories that people follow. */
import { z } from 'zod';
import { featuredStream } from '../live/streams.ts';
import { CATEGORIES, categorySlug } from '../shared/categories.ts';
import { endpoint } from '../shared/endpoint.ts';
import { category } from '../shared/fields.ts';
import { CATEGORY_STREAMS_LIMIT } from './constants.ts';

const followedCategories = z.object({
  categories: z.array(category).describe('The latest follow first'),
});
export type FollowedCategories = z.infer<typeof followedCategories>;

const byCategory = z.object({
  category: z.enum(CATEGORIES.map(categorySlug)).describe('The slug of the category'),
});

export const listFollowedCategories = endpoint({
  method: 'GET',
  path: '/api/me/categories',
  tag: 'following',
  summary: 'List the followed categories',
  access: 'viewer',
  response: followedCategories,
});

export const putCategoryFollow = endpoint({
  method: 'PUT',
  path: '/api/me/categories/:category',
  tag: 'following',
  summary: 'Follow a category. Idempotent',
  access: 'viewer',
  perMinute: 60,
  params: byCategory,
  response: followedCategories,
});

export const deleteCategoryFollow = endpoint({
  method: 'DELETE',
  path: '/api/me/categories/:category',
  tag: 'following',
  summary: 'Unfollow a category',
  access: 'viewer',
  perMinute: 60,
  params: byCategory,
  response: followedCategories,
});

export const listFollowedCategoriesLive = endpoint({
  method: 'GET',
  path: '/api/me/categories/live',
  tag: 'following',
  summary: `List up to ${CATEGORY_STREAMS_LIMIT} live streams of the followed categories, most viewers first`,
  access: 'viewer',
  response: z.object({ streams: z.array(featuredStream) }),
});
