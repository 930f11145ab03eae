import type { DbAddress } from '#server/db/connect.ts';
import { type DbHost, hostsOf, nameOfHost, withHost } from '#server/db/database-hosts.ts';
import { openDatabaseProxy } from '../../../src/testing/stand-ins/open-database-proxy.ts';

type Way = Awaited<ReturnType<typeof openDatabaseProxy>>;

/**
 * The way of a server to its database, over every host that this may be at: what is done to it is done to all of them.
 */
export async function openWays(hosts: readonly DbAddress[]): Promise<Way> {
  const ways = await Promise.all(hosts.map(openDatabaseProxy));
  const [first, ...others] = ways;
  if (!first) throw new Error('a database is at some host');
  if (others.length === 0) return first;
  const all = (act: (way: Way) => void) => () => ways.forEach(act);
  const total = (count: (way: Way) => number) => () => ways.reduce((sum, way) => sum + count(way), 0);
  return {
    address: joined(ways.map(({ address }) => address)),
    down: all((way) => way.down()),
    cut: all((way) => way.cut()),
    reset: all((way) => way.reset()),
    stall: all((way) => way.stall()),
    deafen: all((way) => way.deafen()),
    hold: all((way) => way.hold()),
    flow: all((way) => way.flow()),
    translate: (change) => {
      for (const way of ways) way.translate(change);
    },
    up: all((way) => way.up()),
    refused: total((way) => way.refused()),
    open: total((way) => way.open()),
    close: () => {
      for (const way of ways) way.close();
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
