import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { findFreePort } from '#server/processes/find-free-port.ts';
import { runTool } from '../scripts/run-tool.ts';
import type { Ask } from './drive.ts';
import type { Filter } from './plain-acts.ts';

// Servers that others have made for any database, which read the same pages beside Sumi. They are installed from the
// npm registry into a temporary folder. What they cannot do without being taught, they are not asked for.
const run = promisify(execFile);

export type Peer = {
  name: string;
  port: number;
  /** The request for the page of a scenario; null for what it is not asked for. */
  ask(scenario: string, filter: Filter, userId: string): Ask | null;
};

type Parts = { folder: string; database: pg.ClientConfig; poolSize: number; port: number };

type Kind = {
  name: string;
  package: string;
  /** Prepares the database and the folder; answers how to start the server. */
  prepare(parts: Parts): Promise<{ args: string[]; env: Record<string, string> }>;
  ask: Peer['ask'];
};

const reads: Record<string, { graphql: string; items: string }> = {
  'feed page': {
    graphql: `allVideosList(condition: { language: $language, level: $level, isActive: true, moderationStatus: "approved" },
      orderBy: CREATED_AT_DESC, first: 11, offset: $skip) {
        id title description language level topics source sourceId sourceUrl thumbnailUrl captionsUrl seconds
        isSponsored hasSubtitles createdAt videoInteractionsByVideoIdList(condition: { userId: $me }) { interactionType } }`,
    items:
      'videos?limit=11&sort=-created_at,-id&fields=id,title,description,language,level,topics,source,source_id,source_url,thumbnail_url,captions_url,seconds,is_sponsored,has_subtitles,created_at&filter[is_active][_eq]=true&filter[moderation_status][_eq]=approved&filter[language][_eq]=$language&filter[level][_eq]=$level',
  },
  'class list': {
    graphql: `allClassesList(condition: { language: $language, targetAudience: "adult", status: "scheduled" },
      orderBy: STARTS_AT_ASC, first: 51, offset: $skip) {
        id title description kind startsAt durationMinutes zone language level maxStudents seatsTaken requiredTier
        userByCreatedBy { name image }
        classEnrollmentsByClassIdList(condition: { userId: $me }) { userId } }`,
    items:
      'classes?limit=51&sort=starts_at,id&fields=id,title,description,kind,starts_at,duration_minutes,zone,language,level,max_students,seats_taken,required_tier,created_by.name,created_by.image&filter[target_audience][_eq]=adult&filter[status][_eq]=scheduled&filter[language][_eq]=$language',
  },
  'cup page': {
    graphql: `allDuolingoRankingsList(condition: { language: $language }, orderBy: XP_POSITION_IN_LANGUAGE_ASC, first: 51, offset: $skip) {
        id fullName language totalExp streakDays xpPositionInLanguage }`,
    items:
      'duolingo_rankings?limit=51&sort=xp_position_in_language&fields=id,full_name,language,total_exp,streak_days,xp_position_in_language&filter[language][_eq]=$language',
  },
};

const token = 'a-token-of-the-bench';

const kinds: Kind[] = [
  {
    name: 'PostGraphile',
    package: 'postgraphile@5',
    async prepare({ folder, database, poolSize, port }) {
      await writeFile(
        path.join(folder, 'graphile.config.mjs'),
        `import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
        import { makeV4Preset } from 'postgraphile/presets/v4';
        import { makePgService } from 'postgraphile/adaptors/pg';
        export default {
          extends: [PostGraphileAmberPreset, makeV4Preset({ simpleCollections: 'only', disableDefaultMutations: true, graphiql: false })],
          pgServices: [makePgService({ schemas: ['public'], poolConfig: ${JSON.stringify({ ...database, max: poolSize })} })],
          grafserv: { host: '127.0.0.1', port: ${port} },
        };`,
      );
      return { args: ['node_modules/postgraphile/dist/cli-run.js'], env: { GRAPHILE_ENV: 'production' } };
    },
    ask(scenario, { language, level, skip }, me) {
      const read = reads[scenario];
      if (!read) return null;
      const types = { language: 'String!', level: 'String!', skip: 'Int!', me: 'UUID!' };
      const used = Object.entries(types).filter(([name]) => read.graphql.includes(`$${name}`));
      const query = `query (${used.map(([name, type]) => `$${name}: ${type}`).join(', ')}) { ${read.graphql} }`;
      return {
        method: 'POST',
        path: '/graphql',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { language, level, skip, me } }),
      };
    },
  },
  {
    name: 'Directus',
    package: 'directus@12',
    async prepare({ folder, database, poolSize, port }) {
      const env = {
        DB_CLIENT: 'pg',
        DB_HOST: String(database.host),
        DB_PORT: String(database.port),
        DB_USER: String(database.user),
        DB_PASSWORD: 'none',
        DB_DATABASE: String(database.database),
        DB_POOL__MAX: String(poolSize),
        SECRET: token,
        ADMIN_EMAIL: 'admin@bench.example.org',
        ADMIN_PASSWORD: token,
        ADMIN_TOKEN: token,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        LOG_LEVEL: 'error',
        CACHE_ENABLED: 'false',
        RATE_LIMITER_ENABLED: 'false',
        TELEMETRY: 'false',
      };
      const program = 'node_modules/directus/cli.js';
      await run(process.execPath, [program, 'bootstrap'], { cwd: folder, env: { ...process.env, ...env } });
      return { args: [program, 'start'], env };
    },
    ask(scenario, { language, level, skip }) {
      const items = reads[scenario]?.items.replace('$language', language).replace('$level', level);
      if (!items) return null;
      const headers = { authorization: `Bearer ${token}` };
      return { method: 'GET', path: `/items/${items}&offset=${skip}`, headers };
    },
  },
];

export type Peers = { running: Peer[]; stop(): Promise<void> };

/** Installs and starts every peer; one that does not come up is left out, with a line that says why. */
export async function startPeers({ folder, database, poolSize }: Omit<Parts, 'port'>): Promise<Peers> {
  const running: Peer[] = [];
  const children: ChildProcess[] = [];
  for (const kind of kinds) {
    const own = path.join(folder, kind.name);
    try {
      await install(own, kind.package);
      const port = await findFreePort();
      const { args, env } = await kind.prepare({ folder: own, database, poolSize, port });
      const child = spawn(process.execPath, args, {
        cwd: own,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...process.env, NODE_ENV: 'production', ...env },
      });
      children.push(child);
      const peer = { name: kind.name, port, ask: kind.ask };
      await untilItReads(peer, child);
      running.push(peer);
      console.log(`${kind.name} runs.`);
    } catch (error) {
      console.log(`${kind.name} is not measured: ${reasonOf(error)}`);
    }
  }
  return {
    running,
    async stop() {
      const alive = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      await Promise.all(
        alive.map((child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGTERM');
          const hard = setTimeout(() => child.kill('SIGKILL'), 3000);
          return ended.finally(() => clearTimeout(hard));
        }),
      );
    },
  };
}

/** Modules that are compiled are compiled for the Node that runs this. */
async function install(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const bin = path.dirname(process.execPath);
  const { status, stderr } = runTool('npm', ['install', '--no-audit', '--no-fund', name], {
    cwd: folder,
    timeout: 15 * 60_000,
    env: {
      ...process.env,
      PATH: `${bin}${path.delimiter}${process.env.PATH}`,
      npm_config_nodedir: path.dirname(bin),
    },
  });
  if (status !== 0) throw new Error(`${name} could not be installed: ${stderr.slice(-2000)}`);
}

/** Waits until the peer answers every page; a page that it cannot read says why. */
async function untilItReads(peer: Peer, child: ChildProcess): Promise<void> {
  let errorOutput = '';
  child.stderr?.on('data', (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-2000);
  });
  const nobody = '00000000-0000-0000-0000-000000000000';
  for (const scenario of Object.keys(reads)) {
    const ask = peer.ask(scenario, { language: 'en', level: 'basic', skip: 0 }, nobody);
    for (let attempt = 0; ; attempt++) {
      if (child.exitCode !== null) throw new Error(`it ended: ${errorOutput}`);
      const answer = await fetch(`http://127.0.0.1:${peer.port}${ask?.path}`, ask ?? {}).catch(() => null);
      const text = (await answer?.text()) ?? '';
      if (answer?.ok && !text.includes('"errors"')) break;
      // Before it is ready, a server refuses the connection, has no such page yet, or is busy.
      const isReady = answer && ![404, 502, 503].includes(answer.status);
      if (isReady || attempt > 600) throw new Error(`${scenario}: ${answer?.status} ${text || errorOutput}`);
      await sleep(200);
    }
  }
}

function reasonOf(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string };
  const lines = (stderr || message).split('\n').filter((line) => line.trim() && !/^npm warn/i.test(line));
  return lines.slice(0, 6).join(' / ').slice(0, 600);
}
