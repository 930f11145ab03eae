export type DbHost = { host: string; port: number };

const form = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?]*)(.*)$/s;
const hostForm = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;

/**
 * The hosts of an address in libpq's form, `postgresql://user@one:5432,two:5432/name`: a database and its standbys.
 * Null where it is not an address of this form.
 */
export function hostsOf(url: string): DbHost[] | null {
  const hosts: DbHost[] = [];
  for (const one of form.exec(url)?.[3]?.split(',') ?? []) {
    const [, host, port] = hostForm.exec(one) ?? [];
    if (!host) return null;
    hosts.push({ host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? 5432) });
  }
  return hosts.length > 0 ? hosts : null;
}

/** The address of a database with one of its hosts alone. */
export function withHost(url: string, host: DbHost): string {
  const [, scheme, identity, , rest] = form.exec(url) ?? [];
  return `${scheme}${identity}${nameOfHost(host)}${rest}`;
}

/** As a host is written in an address. */
export function nameOfHost({ host, port }: DbHost): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export const isSameHost = (one: DbHost, other: DbHost) => one.host === other.host && one.port === other.port;
