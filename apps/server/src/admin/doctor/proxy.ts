/** Compares TRUST_PROXY with the headers that arrive. */
import type { Config } from '#config/config.ts';
import type { ArrivalReport } from '#platform/http/index.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

export function checkProxy(config: Config, arrival: ArrivalReport): Finding[] {
  const { trustProxy, publicUrl } = config;
  const { peer, client, protocol, forwardedFor, forwardedProtocol } = arrival;
  if (forwardedFor === null) {
    if (trustProxy.length === 0) return [ok('No reverse proxy adds X-Forwarded-For, and none is trusted.')];
    return [
      failed(
        `TRUST_PROXY is ${trustProxy.join(', ')}, but requests arrive from ${peer} without X-Forwarded-For.`,
        'Have the reverse proxy send X-Forwarded-For and X-Forwarded-Proto, or unset TRUST_PROXY if there is none.',
      ),
    ];
  }
  if (client === peer)
    return [
      failed(
        `Requests arrive from ${peer} with X-Forwarded-For, which TRUST_PROXY does not trust: all viewers count as one.`,
        `Set TRUST_PROXY to the addresses of the reverse proxies, such as ${[...trustProxy, peer.replace('::ffff:', '')].join(',')}.`,
      ),
    ];
  const findings = [ok(`Requests arrive through ${peer}, and this one counts as from ${client}.`)];
  if (publicUrl.startsWith('https:') && protocol !== 'https')
    findings.push(
      warning(
        `The reverse proxy says X-Forwarded-Proto ${forwardedProtocol ?? 'nowhere'}, but PUBLIC_URL is ${publicUrl}.`,
        'Have the reverse proxy send X-Forwarded-Proto: https.',
      ),
    );
  return findings;
}
