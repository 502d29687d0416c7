/**
 * Which part of the repository may import which. `npm run check:boundaries` checks every import against these
 * tables, including type-only imports and the files that workers run, and reports cycles between rooms.
 *
 * A row of ROOMS names a room, the folder or file that it consists of, and what it may import besides
 * itself: rooms, single files of rooms, npm packages (`npm` means all) and Node's modules (`node`).
 * A file belongs to the first row that matches it. `*` matches one name, in a room's name the same
 * name as in its path, and `**` anything. `<same>` is the name that `*` matched, `<earlier>` any name that
 * precedes it in FEATURES. `!` excludes.
 */
export const ROOMS = `
contracts/shared     packages/contracts/src/shared       messages zod
contracts/realtime   packages/contracts/src/realtime     contracts/shared zod
contracts/all        packages/contracts/src/all          contracts/*
contracts/instance   packages/contracts/src/instance    contracts/* !contracts/all messages zod
contracts/*          packages/contracts/src/*            contracts/shared contracts/realtime contracts/<earlier> messages zod

messages             packages/messages/src               @formatjs/icu-messageformat-parser node

swarm/node           packages/swarm/src/node             swarm node-datachannel
swarm                packages/swarm/src                  -
swarm/simulation     packages/swarm/simulation           swarm swarm/node node node-datachannel

demo-content         packages/demo-content/src           contracts/shared contracts/recordings @napi-rs/canvas node

mirror               apps/mirror/src                     contracts/* swarm swarm/node zod node

config               apps/server/src/config              media/settings platform/config-error zod node
platform/images      apps/server/src/platform/images     platform/* contracts/shared contracts/realtime contracts/instance contracts/payments media/restricted-process npm node
platform/messages    apps/server/src/platform/messages   messages contracts/shared node
platform/notifications apps/server/src/platform/notifications platform/* contracts/shared contracts/notifications
platform/*           apps/server/src/platform/*          platform/* messages contracts/shared contracts/realtime contracts/instance contracts/payments config npm node

media/ingest         apps/server/src/media/ingest        media/* !media/packager !media/delivery node
media/packager       apps/server/src/media/packager      media/* !media/ingest !media/delivery node
media/delivery       apps/server/src/media/delivery      media/* !media/ingest !media/packager node
media/recorder       apps/server/src/media/recorder      media/* !media/ingest !media/packager !media/delivery zod node
media/importer       apps/server/src/media/importer        media/* !media/ingest !media/packager !media/delivery zod node node-av
media/edges          apps/server/src/media/edges           media/* !media/ingest !media/packager !media/delivery zod node node-av
media/transcoder     apps/server/src/media/transcoder      media/* !media/ingest !media/packager !media/delivery zod node node-av
media/stored-ladder  apps/server/src/media/stored-ladder media/* !media/ingest !media/packager !media/delivery zod node node-av
media/webrtc         apps/server/src/media/webrtc        media/* !media/ingest !media/packager zod node node-datachannel
media/core           apps/server/src/media/core.ts       media/* node
media/presentation   apps/server/src/media/presentation  media/* !media/ingest !media/packager !media/delivery swarm node
media/*              apps/server/src/media/*             media/* !media/ingest !media/packager !media/delivery node node-av

features/live        apps/server/src/features/live       features/<earlier>/index.ts platform/* contracts/<same> contracts/<earlier> contracts/shared contracts/realtime contracts/instance messages media/* !media/hub !media/packager !media/presentation !media/clocks !media/containers npm node
features/recordings  apps/server/src/features/recordings  features/<earlier>/index.ts platform/* contracts/<same> contracts/<earlier> contracts/shared contracts/realtime contracts/instance messages media/recorder media/importer media/edges media/storyboard media/stored-ladder media/delivery/index.ts npm node
features/*           apps/server/src/features/*          features/<earlier>/index.ts platform/* contracts/<same> contracts/<earlier> contracts/shared contracts/realtime contracts/instance messages npm node
demo                 apps/server/src/demo                features/*/index.ts platform/* contracts/* messages demo-content config media/* npm node
app/admin            apps/server/src/admin.ts            app/* config
app/admin            apps/server/src/admin               app/* features/*/index.ts platform/* contracts/* config npm node
app/*                apps/server/src/*                   app/* demo features/*/index.ts platform/* contracts/* config media/* npm node

web/lib              apps/web/src/lib                    messages contracts/* npm
web/ui               apps/web/src/ui                     web/lib messages contracts/* !contracts/all npm
web/features/*/engine apps/web/src/features/*/engine     web/lib messages contracts/* !contracts/all swarm hls.js
web/features/payouts     apps/web/src/features/payouts     web/features/payments/index.ts web/lib web/ui messages contracts/* !contracts/all npm
web/features/donations   apps/web/src/features/donations   web/features/payments/index.ts web/lib web/ui messages contracts/* !contracts/all npm
web/features/memberships apps/web/src/features/memberships web/features/payments/index.ts web/lib web/ui messages contracts/* !contracts/all npm
web/features/events      apps/web/src/features/events      web/features/payments/index.ts web/lib web/ui messages contracts/* !contracts/all npm
web/features/*       apps/web/src/features/*             web/features/<same>/engine web/lib web/ui messages contracts/* !contracts/all npm
web/app              apps/web/src/app                    web/features/*/index.ts web/features/live/prepare.ts web/features/live/preview.ts web/features/live/mini-player.ts web/lib web/ui messages contracts/* !contracts/all npm
web/main             apps/web/src                        web/app web/features/live/first-stream.ts web/lib/messages/choose-language.ts messages npm
web/service-worker   apps/web/service-worker             -

test                 apps/server/test                    ** npm node
test                 apps/web/test                       ** npm node
web/build            apps/web                            app/main messages scripts npm node
server/build         apps/server/build.ts                server/packages scripts npm node
server/build         apps/server/message-files.ts        platform/messages messages scripts npm node
server/packages      apps/server/packages.ts
scripts/image        scripts/image                       server/packages scripts npm node
scripts/image        scripts/test-image.ts               test npm node
scripts/image        scripts/notices.ts                  scripts npm node
scripts/chaos        scripts/chaos                       test app/* platform/* features/* contracts/* npm node
scripts/chaos        scripts/chaos.ts
scripts/load         scripts/load                        test bench contracts/* npm node
scripts/load         scripts/load.ts                     test contracts/* npm node
scripts/soak         scripts/soak                        test platform/* features/* npm node
scripts/soak         scripts/soak.ts
scripts/rolling      scripts/rolling                     test platform/* contracts/* npm node
scripts/rolling      scripts/rolling.ts
scripts/compose      scripts/compose                     test npm node
scripts/compose      scripts/test-compose.ts             scripts/chaos test npm node
scripts/compose      scripts/test-install.ts             scripts/chaos test npm node
scripts/deploy       scripts/deploy.test.ts              scripts/compose config npm node
test                 e2e/lib                             ** npm node
e2e                  e2e                                 test contracts/* npm node
bench                bench                               test swarm/simulation app/* config media/* platform/* features/* contracts/* npm node
scripts/release      scripts/release                     test demo platform/* features/* demo-content npm node
scripts/release      scripts/release.ts
scripts              scripts                             messages npm node
test-runner          vitest.config.ts                    web/build scripts npm node
scripts              playwright.config.ts                test npm node
`;

/**
 * Features, lowest first: on the server and in contracts, a feature may import those before it. A name that
 * is missing here counts as the last.
 */
export const FEATURES = `
identity channels live follows preferences swarm notifications recordings library clips profiles metrics discovery
payments memberships events schedule payouts donations analytics chat comments studio moderation pages syndication admin
`;

/**
 * Inside a feature of the server, by a file's last name before \`.ts\`: a file may import those of its own
 * row and of the rows above it. A file without such a name may import what a service may. Repositories and
 * the rows above them may import it only where it does not lead to a service in turn.
 */
export const ROLES = `
errors events tables notifications
repo
service jobs
routes topics
index
`;

/**
 * The subjects of a big feature of the server, lowest first: its folders, and files of its root by their name without
 * `.ts`. A file may import those of its own subject and of the ones before it. Root files named `*.errors.ts`,
 * `*.events.ts`, `*.tables.ts` and `*.notifications.ts` come before all subjects, and other root files that no row names after them. A feature
 * without a row has no order inside.
 */
export const SUBJECTS = `
payments    : pages.repo notify-admins.jobs ledger providers charges checkouts settlement webhooks crypto payments.jobs payments-user-data payments.service payments.routes admin
memberships : tiers subscriptions
events      : events.repo event-reminders.repo event-rules event-views event-refunds.repo cancellation.jobs events.jobs event-gates.repo event-gates tickets
payouts     : payouts.repo balance.repo withdrawable.repo billing earnings accounts payouts.service statements payout-requests.service payout-transfers.jobs payout-settlement.service creator-accounts transfers openings
identity    : passwords attempts bans users sessions users.service second-factor identity.mails auth account invitations recovery security sign-in
live        : streamer-lock.repo playback streams ingest-health lifecycle transcoding delivery statistics viewers
recordings  : recordings.jobs recordings.repo files editing access storyboards ladders download recorder excerpts delivery captions thumbnails recordings.service retention trimming uploads views
chat        : chat.jobs filters members room emotes links people presence messages mentions held pins polls moderation appeals queue raids support overlay
`;

/**
 * Tables belong to the room that declares them in the schema, and only its files write them. A feature reads a table of
 * an earlier one where a row says why: the table, who reads it, and what for. The demo, which writes the rows of all
 * features, and the command line are free.
 */
export const TABLE_READS = `
profiles            : channels live follows library notifications recordings clips discovery syndication chat comments moderation admin memberships events schedule payouts donations studio : names and avatars of people, and that those who are banned are not shown
demo_accounts       : recordings chat comments : the demo’s accounts have a badge, and are not recorded
user_roles          : channels chat moderation admin : who is a streamer or an admin
sessions            : moderation : when a person was last there
streamer_data       : live follows recordings clips discovery syndication chat comments moderation donations : what a channel is set to, and that it is verified
streams             : library notifications recordings clips discovery syndication chat comments moderation admin events donations studio profiles analytics swarm : the title, state and times of the stream that a row is about
stream_former_slugs : syndication : pages at former addresses lead to the present one
follows             : clips discovery events schedule chat studio analytics : what followers alone may do, and what is new on followed channels
follower_counts     : discovery : the order of channels
preferences         : library : whether a person keeps a history
recordings          : library clips discovery syndication chat comments moderation events : which streams can be watched later, and how long they are
search_recordings   : syndication : the recordings that feeds and sitemaps list
donations           : chat moderation studio : the text beside a message, and of a report
ppv_events          : payouts syndication moderation : the page of an event, reports of it, and when its tickets are paid out
subscription_tiers  : chat studio : which emotes a tier brings
clips               : moderation admin : reports of them, and what the audit log calls them
chat_messages       : moderation studio : reports of them, with the messages around
chat_moderators     : comments : which authors moderate the channel
comments            : moderation : reports of them
report_cases        : admin : what the audit log calls them
contact_messages    : admin : what the audit log calls them
invitations         : admin : what the audit log calls them
audit_log           : chat moderation admin : what moderators and admins did
instance_settings   : chat : whether links have previews
charges             : memberships events payouts donations analytics : what was paid and is left of it
checkouts           : memberships payouts : the checkout that a subscription or a payment began with
refunds             : events payouts : refunds of tickets, and those on a receipt
tier_subscriptions  : studio : who subscribed and was given a subscription
chat_raids          : studio : the raids that reached a channel
ledger_accounts     : payouts : the balances of creators
ledger_transactions : payouts : the entries of a statement
ledger_entries      : payouts : the entries of a statement
daily_earnings      : payouts : what a creator has earned
`;

/** Packages and rooms that have their place: in the product, only these rooms and files may import them. */
export const PLACES = `
platform/http                     : platform/* app/* demo *.routes.ts features/identity/auth/auth.ts features/syndication features/syndication/**
fastify @fastify/*                : platform/http platform/feature platform/images features/identity/auth/auth-call.ts app/* *.routes.ts
kysely pg                         : platform/* demo *.repo.ts *.tables.ts
pg-boss                           : platform/jobs
pg-copy-streams                   : platform/backup
ws                                : platform/realtime
ioredis                           : platform/bus platform/shared-state
aws4fetch                         : platform/storage
nodemailer                        : platform/mail
prom-client                       : platform/metrics
pino                              : platform/log
better-auth @better-auth/*        : features/identity
jose                              : platform/access-tokens
web-push                          : features/notifications
stripe                            : features/payments/providers/stripe/*
viem                              : features/payments/providers/crypto/**
htmlparser2                       : features/chat/links/page-head.ts
web-vitals                        : web/lib/performance/index.ts
hls.js                            : web/features/live web/features/live/engine
vitest fast-check                 : -
`;

/** Rooms that are not part of the product; PLACES does not apply to them. */
export const TOOLS = 'test test-runner e2e bench scripts';

/** What files named `*.test.ts` may import in addition to what their room may. */
export const TESTS = 'test npm node';
