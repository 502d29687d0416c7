/** The instance's name, version and settings, which the web app reads first. */
import { getInstance, type InstanceInfo } from '@tributary/contracts/shared';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Database } from '../../db/index.ts';
import { readSettings } from '../../settings/index.ts';
import { route } from '../route.ts';

export async function instanceInfo(config: Config, db: Database): Promise<InstanceInfo> {
  const { name, logoUrl, accent, languages, frontPage, tagline, announcement, registration } =
    await db.read(readSettings);
  return {
    name: name || config.instanceName,
    logoUrl,
    accent,
    languages,
    frontPage,
    tagline,
    announcement,
    registration,
    version: config.version,
    demo: config.demo,
    rtmpUrl: config.rtmpUrl,
    sendsMail: config.smtpUrl !== null,
    graceSeconds: config.media.graceSeconds,
    signIn: {
      password: true,
      code: true,
      passkey: true,
      provider: config.oidc && { name: config.oidc.name },
    },
  };
}

export function instanceRoute(app: FastifyInstance, config: Config, db: Database): void {
  route(app, getInstance, () => instanceInfo(config, db));
}
