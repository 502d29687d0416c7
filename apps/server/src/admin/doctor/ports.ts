/** Whether the ports of the configuration are free or used by this instance. */
import { networkInterfaces } from 'node:os';
import type { Config } from '#config/config.ts';
import { isPublicHost } from '#config/public-host.ts';
import { ConfigError } from '#platform/config-error.ts';
import { assertPortFree, assertUdpPortFree } from '#platform/http/index.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

/** @param pid the process of the running instance, or null */
export async function checkPorts(config: Config, pid: number | null): Promise<Finding[]> {
  const { host, port, rtmpPort, webrtc, metrics } = config;
  const findings = [
    await checkPort('PORT', { host, port }, pid),
    await checkPort('RTMP_PORT', { host, port: rtmpPort }, pid),
  ];
  if (metrics.server !== null) findings.push(await checkPort('METRICS_PORT', metrics.server, pid));
  if (config.stunPort !== null)
    findings.push(await checkPort('STUN_PORT', { host, port: config.stunPort }, pid, assertUdpPortFree));
  if (webrtc !== null) {
    findings.push(await checkPort('WEBRTC_PORT', { host, port: webrtc.port }, pid, assertUdpPortFree));
    findings.push(checkWebRtcAddresses(config, ownAddresses()));
  }
  return findings;
}

async function checkPort(
  setting: string,
  at: { readonly host: string; readonly port: number },
  pid: number | null,
  assertFree = assertPortFree,
): Promise<Finding> {
  const name = `${assertFree === assertUdpPortFree ? 'UDP port' : 'Port'} ${at.port} (${setting})`;
  try {
    await assertFree(setting, at);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const isUsed = error.message.includes('is in use');
    if (isUsed && pid !== null) return ok(`${name} is used by the running instance, process ${pid}.`);
    const [message = '', ...advice] = error.message.split(/(?<=\.) /);
    return failed(message, advice.join(' '));
  }
  if (pid === null) return ok(`${name} is free.`);
  return failed(
    `${name} is free, although the instance is running as process ${pid}.`,
    'It was started with other settings: restart it, or run this command with the variables of the instance.',
  );
}

/** Browsers reach WebRTC at the addresses that the instance tells them, which are those of the machine by default. */
export function checkWebRtcAddresses(config: Config, machine: readonly string[]): Finding {
  const given = config.webrtc?.addresses ?? [];
  const told = given.length > 0 ? given : machine;
  const port = config.webrtc?.port ?? 0;
  if (!isPublicHost(new URL(config.publicUrl).hostname) || told.some(isPublicAddress))
    return ok(`Browsers are told to send UDP to port ${port} of ${told.join(', ') || 'this machine'}.`);
  return warning(
    `Browsers are told to send UDP to ${told.join(', ') || 'no address'}, which the internet does not reach.`,
    `Set WEBRTC_ADDRESSES to the public address of this machine, and forward UDP port ${port} to it.`,
  );
}

const isPublicAddress = (address: string): boolean =>
  isPublicHost(address.includes(':') ? `[${address}]` : address);

function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address);
}
