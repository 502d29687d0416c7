/** The names of categories in the language of the page. */
import { categorySlug } from '@tributary/contracts/shared';
import { t } from '../messages/t.ts';

const NAMES: Readonly<Record<string, string>> = {
  all: t('lib.category.all'),
  live: t('lib.category.live'),
  gaming: t('lib.category.gaming'),
  music: t('lib.category.music'),
  podcasts: t('lib.category.podcasts'),
  sports: t('lib.category.sports'),
  events: t('lib.category.events'),
  news: t('lib.category.news'),
  'irl--in-real-life-': t('lib.category.irl'),
  tech: t('lib.category.tech'),
  fitness: t('lib.category.fitness'),
  education: t('lib.category.education'),
  comedy: t('lib.category.comedy'),
  lifestyle: t('lib.category.lifestyle'),
  food: t('lib.category.food'),
  movies: t('lib.category.movies'),
};

/** @param category a name of the API; one that this version does not know stays as it is */
export const categoryName = (category: string): string => NAMES[categorySlug(category)] ?? category;
