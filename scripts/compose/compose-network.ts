/** The network of a compose file: a network namespace for each service, names that lead to them, and published ports. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

export interface ComposeNetwork {
  /** The address of the machine in the network. */
  readonly host: string;
  addressOf(service: string): string;
  /** The words before a command that runs in the namespace of a service. */
  within(service: string): string[];
  /** Publishes a TCP port of a service on the machine. */
  publish(port: number, service: string, target: number): Promise<void>;
}

/**
 * Creates the network in the namespaces of this process, which are gone when it ends.
 * @param folder for the file of names
 */
export function openComposeNetwork(
  subnet: string,
  services: readonly string[],
  folder: string,
): ComposeNetwork {
  const [start = '', bits = ''] = subnet.split('/');
  const prefix = start.slice(0, start.lastIndexOf('.') + 1);
  const host = `${prefix}1`;
  const addressOf = (service: string): string => `${prefix}${services.indexOf(service) + 2}`;
  const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  ip('link', 'add', 'compose', 'type', 'bridge');
  ip('address', 'add', `${host}/${bits}`, 'dev', 'compose');
  ip('link', 'set', 'compose', 'up');
  for (const [index, service] of services.entries()) {
    ip('netns', 'add', service);
    ip('link', 'add', `cable${index}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', service);
    ip('link', 'set', `cable${index}`, 'master', 'compose');
    ip('link', 'set', `cable${index}`, 'up');
    ip('-n', service, 'link', 'set', 'lo', 'up');
    ip('-n', service, 'address', 'add', `${addressOf(service)}/${bits}`, 'dev', 'eth0');
    ip('-n', service, 'link', 'set', 'eth0', 'up');
  }
  const names = join(folder, 'hosts');
  const lines = services.map((service) => `${addressOf(service)} ${service}`);
  writeFileSync(names, ['127.0.0.1 localhost', ...lines, ''].join('\n'));
  execFileSync('mount', ['--bind', names, '/etc/hosts']);
  return {
    host,
    addressOf,
    within: (service) => ['ip', 'netns', 'exec', service],
    async publish(port, service, target) {
      const server = createServer((client) => {
        const upstream = connect(target, addressOf(service));
        client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
        upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
        client.pipe(upstream).pipe(client);
      });
      server.listen(port, host).unref();
      await once(server, 'listening');
    },
  };
}
