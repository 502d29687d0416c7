/** A port that cannot be had, as one line for the operator. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '#config/config-error.ts';

interface Listening {
  readonly host: string;
  readonly port: number;
}

/** @param setting the variable that chooses the port: `PORT` */
export function portError(error: unknown, setting: string, { host, port }: Listening): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new ConfigError(
      `${setting}: port ${port} is taken by another program; stop that one, or set ${setting} to a free port, such as ${port + 1}.`,
    );
  }
  if (code === 'EACCES') {
    return new ConfigError(
      `${setting}: port ${port} is reserved for the system's administrator; set ${setting} to a port above 1023, such as 8080.`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') {
    return new ConfigError(
      `HOST: ${host} is no address of this machine; give one such as 127.0.0.1 or 0.0.0.0.`,
    );
  }
  return error;
}

/** Whether somebody else listens there already, before any heavy work is done in vain. @throws ConfigError */
export async function assertPortFree(setting: string, at: Listening): Promise<void> {
  const probe = createServer().listen(at.port, at.host);
  await once(probe, 'listening').catch((error: unknown) => {
    throw portError(error, setting, at);
  });
  probe.close();
  await once(probe, 'close');
}
