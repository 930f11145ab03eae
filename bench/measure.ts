import type pg from 'pg';
import { type DatabaseClient, emptyClasses } from './database-alone.ts';
import { type Ask, drive, type Figures, type Load, repeat } from './drive.ts';
import type { Peer } from './peers.ts';
import { memberAt, membersAtATime, type Scenario } from './scenarios.ts';
import type { Member } from './sign-in.ts';
import type { BareServer } from './start-servers.ts';

/** What is compared, in the order of the table. */
export const contestants = ['sumi', 'bare', 'plain', 'database'] as const;
export type Contestant = (typeof contestants)[number];

export type Row = {
  scenario: string;
  connections: number;
  bytes: number;
  figures: Record<Contestant, Figures>;
  /** By the name of the peer; it has no line for what it is not asked for. */
  peers: Record<string, Figures>;
};

export type Arena = {
  sumiPort: number;
  plainPort: number;
  bare: BareServer;
  pool: pg.Pool;
  databaseClient: DatabaseClient;
  peers: readonly Peer[];
  members: readonly Member[];
};

/** Each contestant has the same load of other members for `warmSeconds` before it is measured. */
export type Plan = {
  connections: readonly number[];
  rounds: number;
  seconds: number;
  warmSeconds: number;
};

/**
 * Measures one scenario. The contestants take turns in each round, so that a slow minute of the machine affects them
 * alike. It is measured warm: connections are open, statements prepared, code compiled. Yields the medians for each
 * number of connections.
 */
export async function* measure(arena: Arena, scenario: Scenario, plan: Plan): AsyncGenerator<Row> {
  const bytes = await teachBare(arena, scenario);
  for (const connections of plan.connections) {
    const load = { connections, seconds: plan.seconds };
    const samples: Record<Contestant, Figures[]> = { sumi: [], bare: [], plain: [], database: [] };
    const ofPeers: Record<string, Figures[]> = {};
    for (let round = 0; round < plan.rounds; round++) {
      const before = {
        scenario,
        members: nextMembers(arena),
        load: { connections, seconds: plan.warmSeconds },
      };
      const turn = { scenario, members: nextMembers(arena), load };
      for (const contestant of contestants) {
        if (scenario.takesSeats) await emptyClasses(arena.pool);
        await take[contestant](arena, before);
        if (scenario.takesSeats) await emptyClasses(arena.pool);
        samples[contestant].push(await take[contestant](arena, turn));
      }
      for (const peer of arena.peers) {
        const figures = await takePeer(peer, turn);
        if (figures) ofPeers[peer.name] = [...(ofPeers[peer.name] ?? []), figures];
      }
    }
    const figures = Object.fromEntries(
      contestants.map((contestant) => [contestant, medianOf(samples[contestant])]),
    ) as Row['figures'];
    const peers = Object.fromEntries(Object.entries(ofPeers).map(([name, some]) => [name, medianOf(some)]));
    yield { scenario: scenario.name, connections, bytes, figures, peers };
  }
}

type Turn = { scenario: Scenario; load: Load; members: readonly Member[] };

const take: Record<Contestant, (arena: Arena, turn: Turn) => Promise<Figures>> = {
  async sumi({ sumiPort }, { scenario, load, members }) {
    await greet(sumiPort, members);
    await askAllOnce(sumiPort, scenario, members);
    return drive(
      sumiPort,
      load,
      counted((n) => scenario.ask(n, members)),
    );
  },
  bare({ bare }, { scenario, load, members }) {
    const sameAnswer = scenario.query ? {} : { path: '/same' };
    return drive(
      bare.port,
      load,
      counted((n) => ({ ...scenario.ask(n, members), ...sameAnswer })),
    );
  },
  async plain({ plainPort }, { scenario, load, members }) {
    await greet(plainPort, members);
    const ask = scenario.askPlain ?? scenario.ask;
    return drive(
      plainPort,
      load,
      counted((n) => ask(n, members)),
    );
  },
  database({ pool, databaseClient }, { scenario, load, members }) {
    const { query, statement } = scenario;
    if (statement) return databaseClient(statement, load);
    return repeat(
      load,
      counted((n) => query?.(pool, n, members) ?? Promise.resolve()),
    );
  },
};

async function takePeer(peer: Peer, { scenario, load, members }: Turn): Promise<Figures | null> {
  const next = (turn: number) => {
    const filter = scenario.filterAt?.(turn);
    return filter ? peer.ask(scenario.name, filter, memberAt(members, turn).id) : null;
  };
  return next(0) && drive(peer.port, load, counted(next));
}

function counted<T>(act: (turn: number) => T): () => T {
  let turn = 0;
  return () => act(turn++);
}

/** One request a member fills the cache of sessions, as in the middle of a visit. */
async function greet(port: number, members: readonly Member[]): Promise<void> {
  let turn = 0;
  const next = (): Ask | null => {
    const member = members[turn++];
    if (!member) return null;
    return {
      method: 'GET',
      path: '/api/videos?language=en&level=basic',
      headers: { cookie: member.cookie },
    };
  };
  await drive(port, { connections: 16, seconds: 60 }, next);
}

/** Has the server read what members ask for again and again. */
async function askAllOnce(port: number, { ask, asksBefore = 0 }: Scenario, members: readonly Member[]) {
  let turn = 0;
  const next = () => (turn < asksBefore ? ask(turn++, members) : null);
  await drive(port, { connections: 16, seconds: 60 }, next);
}

let taken = 0;

function nextMembers({ members }: Arena): readonly Member[] {
  const from = (taken++ * membersAtATime) % (members.length - membersAtATime + 1);
  return members.slice(from, from + membersAtATime);
}

/** Teaches the bare server Sumi's own answers with Sumi's own headers; returns the size of the first. */
async function teachBare({ sumiPort, bare, members }: Arena, scenario: Scenario): Promise<number> {
  const paths = new Set<string>();
  let size = 0;
  // The last page of a mix comes after every member has asked for those before it.
  for (let turn = 0; turn < (scenario.query ? mostPages * membersAtATime : 1); turn++) {
    const { path, headers: asked, ...init } = scenario.ask(turn, members);
    if (paths.has(path)) continue;
    paths.add(path);
    const answer = await fetch(`http://127.0.0.1:${sumiPort}${path}`, {
      ...init,
      // As the driver takes it.
      headers: { ...asked, 'accept-encoding': 'identity' },
    });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${scenario.name}: ${answer.status} ${body}`);
    size ||= Buffer.byteLength(body);
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !ownOfNode.has(name) && name !== 'content-length'),
    );
    await bare.teach({ path: scenario.query ? path : '/same', body, headers });
  }
  return size;
}

const mostPages = 24;

/** Headers that `node:http` sets by itself. */
const ownOfNode = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

function medianOf(samples: readonly Figures[]): Figures {
  const middle = (of: keyof Figures) =>
    samples.map((each) => each[of]).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;
  return { rate: middle('rate'), p50: middle('p50'), p99: middle('p99') };
}
