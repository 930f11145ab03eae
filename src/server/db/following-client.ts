import type pg from 'pg';
import { type DbHost, withHost } from './database-hosts.ts';
import { followPrimary, type PrimaryFollower } from './follow-primary.ts';
import { PreparingClient } from './preparing-client.ts';

/** One for each address: all connections of a process learn together where the database is. */
const followers = new Map<string, PrimaryFollower>();

/** A class of connections to whichever of the hosts takes writes when they are opened. */
export function followingClient(url: string, hosts: readonly [DbHost, ...DbHost[]]): typeof pg.Client {
  const follower = followers.get(url) ?? followPrimary(url, hosts);
  followers.set(url, follower);

  return class FollowingClient extends PreparingClient {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(config as pg.ClientConfig), connectionString: withHost(url, hosts[0]) });
      this.on('error', follower.doubt);
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg declares overloads with and without a callback
    override connect(done?: any): any {
      const connected = this.#connectToPrimary();
      if (!done) return connected;
      connected.then(() => done(undefined), done);
    }

    async #connectToPrimary(): Promise<this> {
      const found = await follower.find();
      const { stream } = this.connection;
      // The pool gave this connection up meanwhile.
      if (stream.destroyed) throw new Error('Connection terminated');
      this.host = found.host;
      this.port = found.port;
      try {
        await super.connect();
      } catch (error) {
        follower.doubt();
        throw error;
      }
      this.once('end', follower.hold(found, this.connection.stream));
      return this;
    }
  };
}
