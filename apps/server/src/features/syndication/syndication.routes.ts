/** oEmbed, feeds, sitemaps and robots.txt, which follow their own standards instead of our API's. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { pageAddress } from '#platform/http/index.ts';
import { languageOf } from '#platform/messages/index.ts';
import { eventsFeed, FEED_LENGTH, streamsFeed } from './feeds.ts';
import { oembedOf, oembedXml } from './oembed.ts';
import type { PageParts } from './page-metadata.ts';
import { LISTS, robotsTxt } from './sitemap.ts';
import * as repo from './syndication.repo.ts';
import type { Syndication } from './syndication.service.ts';

const options: RouteShorthandOptions = {
  schema: { hide: true },
  config: { rateLimit: { max: 300, timeWindow: 60_000 } },
};

/** A chunk of a sitemap has 10,000 pages, and a crawler needs each chunk once. */
const chunkOptions: RouteShorthandOptions = {
  ...options,
  config: { rateLimit: { max: 30, timeWindow: 60_000 } },
};

const bound = z.coerce.number().int().min(64).max(10_000).optional().catch(undefined);
const oembedQuery = z.object({
  url: z.url(),
  format: z.enum(['json', 'xml']).default('json'),
  maxwidth: bound,
  maxheight: bound,
});

interface Named {
  readonly Params: { readonly username: string };
}

export function syndicationRoutes(app: FastifyInstance, syndication: Syndication): void {
  const { partsIn, publicUrl, replica, finder, sitemap } = syndication;

  app.get('/oembed', options, async (request, reply) => {
    const parts = partsIn(languageOf(request));
    const query = oembedQuery.safeParse(request.query);
    const url = query.success ? new URL(query.data.url) : null;
    if (!query.success || url?.origin !== new URL(parts.publicUrl).origin) return missing(reply);
    const address = pageAddress(url.pathname);
    const found = address && (await finder.find(address));
    const oembed = found && oembedOf(found, query.data, parts);
    if (!oembed) return missing(reply);
    reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
    return query.data.format === 'xml'
      ? reply.type('text/xml; charset=utf-8').send(oembedXml(oembed))
      : reply.type('application/json; charset=utf-8').send(JSON.stringify(oembed));
  });

  const feed =
    (write: (person: repo.SharedPerson, parts: PageParts) => Promise<string>) =>
    async (request: FastifyRequest<Named>, reply: FastifyReply) => {
      const username = request.params.username.toLowerCase();
      const person = await replica.read((reader) => repo.findPerson(reader, username));
      if (!person?.isStreamer) return missing(reply);
      reply
        .header('cache-control', 'public, max-age=300')
        .header('vary', 'accept-language')
        .type('application/rss+xml; charset=utf-8');
      return reply.send(await write(person, partsIn(languageOf(request))));
    };
  app.get<Named>(
    '/streamer/:username/feed.xml',
    options,
    feed(async (person, parts) => {
      const streams = await replica.read((reader) => repo.findStreamsOf(reader, person.id, FEED_LENGTH));
      return streamsFeed(person, streams, parts);
    }),
  );
  app.get<Named>(
    '/streamer/:username/events.xml',
    options,
    feed(async (person, parts) => {
      const events = await replica.read((reader) => repo.findEventsOf(reader, person.id, FEED_LENGTH));
      return eventsFeed(person, events, parts);
    }),
  );

  const xml = (reply: FastifyReply, document: string) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/xml; charset=utf-8')
      .send(document);
  app.get('/sitemap.xml', options, async (_request, reply) => xml(reply, await sitemap.index()));
  app.get('/sitemap/pages.xml', options, async (_request, reply) => xml(reply, sitemap.pages()));
  for (const list of LISTS) {
    app.get(`/sitemap/${list}.xml`, chunkOptions, async (request, reply) => {
      const { after = null } = z.object({ after: z.uuid().optional() }).catch({}).parse(request.query);
      return xml(reply, await sitemap.chunk(list, after));
    });
  }
  app.get('/robots.txt', options, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(robotsTxt(publicUrl)),
  );
}

const missing = (reply: FastifyReply) => {
  reply.callNotFound();
  return reply;
};
