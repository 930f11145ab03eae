import type { Duplex } from 'node:stream';
import { OperatorError } from '../operator-error.ts';
import { type DbHost, isSameHost, nameOfHost } from './database-hosts.ts';
import { readHostState } from './read-host-state.ts';

/** How long a promotion can go unnoticed while the old database still answers. */
const lookEveryMs = 2000;

/** No host takes writes now. The code is PostgreSQL's for "cannot connect now", which is answered with 503. */
export class NoPrimaryError extends OperatorError {
  code = '57P03';
}

export type PrimaryFollower = {
  /**
   * The host that takes writes. Rejects with a NoPrimaryError while there is none, and with PostgreSQL's own error
   * where all hosts that answer refuse the address: that does not pass by waiting.
   */
  find(): Promise<DbHost>;
  /** Says that a connection broke: the next `find` asks every host again. */
  doubt(): void;
  /** Cuts this connection to `host` as soon as another host was promoted; call the answer when it has ended. */
  hold(host: DbHost, stream: Duplex): () => void;
};

/**
 * Follows the database that takes writes among the hosts of an address. If two do, the one on the higher timeline was
 * promoted last and counts: an old one that comes back is never written to by a process that has seen the new one.
 * While anything is connected, every host is asked every two seconds, so that connections to an old one that never went
 * away are cut. Which community it is, the first primary says: one of another system counts as none, because a folder
 * that was started by mistake would take the writes.
 */
export function followPrimary(url: string, hosts: readonly DbHost[]): PrimaryFollower {
  const held = new Map<Duplex, DbHost>();
  let current: DbHost | null = null;
  let refusal: Error | null = null;
  let newest = 0;
  let system: string | null = null;
  let strangers: string | null = null;
  let asking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function askAll(): Promise<void> {
    const answers = await Promise.all(
      hosts.map(async (host) => ({ host, state: await readHostState(url, host) })),
    );
    const primaries = answers.flatMap(({ host, state }) => (state.is === 'primary' ? [{ host, state }] : []));
    if (new Set(primaries.map(({ state }) => state.system)).size === 1) system ??= primaries[0]!.state.system;
    strangers = describeStrangers(primaries.filter(({ state }) => state.system !== system));
    let found: DbHost | null = null;
    for (const { host, state } of primaries) {
      if (state.system !== system || state.timeline < newest) continue;
      if (found && state.timeline === newest) continue;
      found = host;
      newest = state.timeline;
    }
    current = found;
    const states = answers.map(({ state }) => state).filter(({ is }) => is !== 'away');
    const errors = states.flatMap((state) => (state.is === 'refusing' ? [state.error] : []));
    refusal = errors.length === states.length ? (errors[0] ?? null) : null;
    if (!found) return;
    for (const [stream, host] of held) if (!isSameHost(host, found)) stream.destroy();
  }

  const ask = () => {
    asking ??= askAll().finally(() => {
      asking = null;
    });
    return asking;
  };

  return {
    async find() {
      if (!current) await ask();
      if (current) return current;
      throw (
        refusal ??
        new NoPrimaryError(
          strangers ?? `No database of ${hosts.map(nameOfHost).join(', ')} takes writes now.`,
        )
      );
    },
    doubt() {
      current = null;
    },
    hold(host, stream) {
      held.set(stream, host);
      timer ??= setInterval(ask, lookEveryMs).unref();
      return () => {
        held.delete(stream);
        if (held.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

/** What to do about databases that take writes and are not copies of the one that was used, or of each other. */
function describeStrangers(strangers: readonly { host: DbHost }[]): string | null {
  const [first, ...more] = strangers.map(({ host }) => nameOfHost(host));
  if (!first) return null;
  return more.length > 0
    ? `The databases at ${[first, ...more].join(' and ')} take writes and are different communities: stop the wrong one.`
    : `The database at ${first} takes writes, and is another community than the one used so far: stop it, or start this server again if it is meant.`;
}
