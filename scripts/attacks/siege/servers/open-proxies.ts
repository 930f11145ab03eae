import type { DbAddress } from '#server/db/connect.ts';
import { type DbHost, hostsOf, nameOfHost, withHost } from '#server/db/database-hosts.ts';
import { openDatabaseProxy } from '../../../../src/testing/stand-ins/open-database-proxy.ts';

type Proxy = Awaited<ReturnType<typeof openDatabaseProxy>>;

/**
 * The proxies between a server and its database, one for each host that this may be at, as if they were one: what is
 * done to it is done to all of them.
 */
export async function openProxies(hosts: readonly DbAddress[]): Promise<Proxy> {
  const proxies = await Promise.all(hosts.map(openDatabaseProxy));
  const [first, ...others] = proxies;
  if (!first) throw new Error('a database is at some host');
  if (others.length === 0) return first;
  const all = (change: (proxy: Proxy) => void) => () => proxies.forEach(change);
  const total = (count: (proxy: Proxy) => number) => () =>
    proxies.reduce((sum, proxy) => sum + count(proxy), 0);
  return {
    address: joined(proxies.map(({ address }) => address)),
    down: all((proxy) => proxy.down()),
    cut: all((proxy) => proxy.cut()),
    reset: all((proxy) => proxy.reset()),
    stall: all((proxy) => proxy.stall()),
    deafen: all((proxy) => proxy.deafen()),
    hold: all((proxy) => proxy.hold()),
    flow: all((proxy) => proxy.flow()),
    translate: (change) => {
      for (const proxy of proxies) proxy.translate(change);
    },
    up: all((proxy) => proxy.up()),
    refused: total((proxy) => proxy.refused()),
    open: total((proxy) => proxy.open()),
    close: () => {
      for (const proxy of proxies) proxy.close();
      return first.close();
    },
  };
}

/** One address of the hosts of several. */
function joined(addresses: readonly DbAddress[]): DbAddress {
  const urls = addresses.flatMap((address) => ('url' in address ? [address.url] : []));
  const hosts = urls.flatMap((url): DbHost[] => hostsOf(url) ?? []);
  const [url = '', [host] = []] = [urls[0], hosts] as const;
  if (!host) throw new Error('a database with several hosts has an address');
  return { url: withHost(url, host).replace(nameOfHost(host), hosts.map(nameOfHost).join(',')) };
}
