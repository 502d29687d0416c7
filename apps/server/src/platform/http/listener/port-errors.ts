/** Explains to the operator why a port cannot be listened on. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '#platform/config-error.ts';

interface Listening {
  readonly host: string;
  readonly port: number;
}

/** @param setting the variable that sets the port, such as `PORT` */
export function portError(error: unknown, setting: string, { host, port }: Listening): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new ConfigError(
      `${setting}: port ${port} is in use by another program. Stop that program, or set ${setting} to a free port such as ${port + 1}.`,
    );
  }
  if (code === 'EACCES') {
    return new ConfigError(
      `${setting}: port ${port} needs administrator rights. Set ${setting} to a port above 1023, such as 8080.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') {
    return new ConfigError(
      `HOST: ${host} is not an address of this machine. Use one such as 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}

/** Fails early, before any heavy work, when another program listens there. @throws ConfigError */
export async function assertPortFree(setting: string, at: Listening): Promise<void> {
  const probe = createServer().listen(at.port, at.host);
  await once(probe, 'listening').catch((error: unknown) => {
    throw portError(error, setting, at);
  });
  probe.close();
  await once(probe, 'close');
}

/** Does the same for UDP. */
export async function assertUdpPortFree(setting: string, at: Listening): Promise<void> {
  const probe = createSocket(at.host.includes(':') ? 'udp6' : 'udp4');
  probe.bind(at.port, at.host);
  await once(probe, 'listening').catch((error: unknown) => {
    throw portError(error, setting, at);
  });
  probe.close();
  await once(probe, 'close');
}
