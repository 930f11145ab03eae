import path from 'node:path';
import { findFunctions, findUsesInSql, findUsesInTypeScript, type Use } from './find-table-uses.ts';
import { readTree } from './read-tree.ts';

// Tables have owners: the migration that creates a table, a view or an SQL function belongs to the feature in its name
// (or to the server), and so does what it creates.
//
// - Only the owner writes a table, in TypeScript and in its migration. Other features call the owner's functions.
// - A feature reads its own tables and those of earlier features (feature-order.json). What it reads of later features
//   stands in later-tables.json with a reason. The list may only shrink: an entry that is not needed is a fault.
// - An SQL function that writes is called from TypeScript by its owner alone. Migrations of later features may call it.
//   The server's functions (put_due, publish_event) are there for every feature.
//
// Exempt are seed, scripts, bench, e2e, src/testing and tests, which set up and measure whole databases, and the
// invariants of the doctor, which compare the tables of several features.

export type LaterTable = { feature: string; table: string; reason: string };

type Source = { file: string; owner: string; uses: Use[] };

/** What is out of place in a tree of files, one line each. */
export function findTableFaults(
  files: ReadonlyMap<string, string>,
  features: readonly string[],
  allowed: readonly LaterTable[],
): string[] {
  const place = (owner: string) => ['server', ...features].indexOf(owner);
  const migrations = [...files].filter(([file]) => /^migrations\/.*\.sql$/.test(file));
  const sources: Source[] = [
    ...migrations.map(([file, text]) => ({ file, owner: ownerOf(file), uses: findUsesInSql(text) })),
    ...[...files]
      .filter(([file]) => isProductCode(file))
      .map(([file, text]) => ({ file, owner: ownerOf(file), uses: findUsesInTypeScript(text) })),
  ];
  const owners = new Map(
    sources.flatMap(({ owner, uses }) =>
      uses.flatMap(({ kind, name }) => (kind === 'create' ? [[name, owner] as const] : [])),
    ),
  );
  const writers = findWriters(migrations.flatMap(([, text]) => findFunctions(text)));
  const faults = new Set<string>();
  const needed = new Set<string>();

  for (const { file, owner, uses } of sources) {
    if (place(owner) < 0) faults.add(`${file}: "${owner}" is neither a feature nor "server"`);
    for (const { kind, name } of uses) {
      const theirs = owners.get(name);
      if (name === '?') faults.add(`${file}: the name of a table is computed; write it out`);
      if (theirs === undefined || theirs === owner) continue;
      if (kind === 'write' || kind === 'alter') {
        faults.add(`${file}: writes ${name}, which belongs to ${theirs}`);
      } else if (kind === 'call' && theirs !== 'server' && writers.has(name) && file.endsWith('.ts')) {
        faults.add(`${file}: calls ${name}, which writes and belongs to ${theirs}`);
      } else if (place(theirs) > place(owner)) {
        needed.add(`${owner} ${name}`);
        if (!allowed.some(({ feature, table }) => feature === owner && table === name)) {
          faults.add(`${file}: reads ${name}, which belongs to ${theirs}, a later feature`);
        }
      }
    }
  }
  for (const { feature, table, reason } of allowed) {
    const entry = `scripts/checks/later-tables.json: ${feature}, ${table}`;
    if (!needed.has(`${feature} ${table}`)) faults.add(`${entry}: not needed any more`);
    if (reason.length < 20) faults.add(`${entry}: no reason`);
  }
  return [...faults];
}

/** `0006-coins.sql` and `src/features/coins/reads.ts` belong to coins; `src/server/**` belongs to server. */
function ownerOf(file: string): string {
  if (file.endsWith('.sql')) return path.basename(file, '.sql').replace(/^\d+-/, '');
  const [, part = '', feature = ''] = file.split('/');
  return part === 'features' ? feature : part;
}

function isProductCode(file: string): boolean {
  return (
    /^src\/(server|features)\/.*\.ts$/.test(file) &&
    !/\.test\.ts$|\/(web|testing|fixtures)\/|-for-(a-)?tests?\.ts$|-invariants\.ts$/.test(file)
  );
}

/** The functions that write a table, themselves or through a function that they call. */
function findWriters(functions: { name: string; uses: Use[] }[]): Set<string> {
  const writers = new Set<string>();
  for (let before = -1; before !== writers.size; ) {
    before = writers.size;
    for (const { name, uses } of functions) {
      if (uses.some((use) => use.kind === 'write' || writers.has(use.name))) writers.add(name);
    }
  }
  return writers;
}

if (import.meta.main) {
  const files = readTree();
  const listed = <T>(file: string): T => JSON.parse(files.get(file) ?? '[]') as T;
  const faults = findTableFaults(
    files,
    listed<string[]>('scripts/checks/feature-order.json'),
    listed<LaterTable[]>('scripts/checks/later-tables.json'),
  );
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  console.log('every table is written by its owner alone');
}
