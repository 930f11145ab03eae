import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

// The shape of the tree that no general tool knows of: where files may stand, what they may be called, how
// long they may grow. Prints each thing out of place and exits 1 if there is one.

const inGit = ['ls-files', '--cached', '--others', '--exclude-standard'];
const files = execFileSync('git', inGit, { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file));
const code = files.filter((file) => /^(src|seed|e2e|bench|scripts)\/.*\.(ts|tsx|mjs|css)$/.test(file));
const problems: string[] = [];

const generated = new Set(['src/server/db/schema.ts']);
const mostLines = 400;

/** What a feature's own folder may hold beside files named after the things people do. */
const featureWords = /^(contract|permissions|rules|reads|routes|jobs|topics|notify)(\.test)?\.ts$/;
const useCase = /^[a-z]+(-[a-z0-9]+)+(\.test)?\.ts$/;
/** Folders inside a feature are named after what a person does there, and hold no folders of their own. */
const room = /^[a-z]+(-[a-z]+)*$/;
/** A folder whose listing fits on a screen is read; a longer one is searched. */
const mostEntries = 30;
const drawers =
  /(^|\/)(utils?|helpers?|misc|common|lib|services?|managers?|repositor(y|ies)|types|index)(\.tsx?$|\/)/;

for (const file of code) {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').length;
  if (lines > mostLines && !generated.has(file))
    problems.push(`${file}: ${lines} lines; ${mostLines} at most`);
  if (drawers.test(file)) problems.push(`${file}: a name that says nothing`);
  if (path.basename(file) !== path.basename(file).toLowerCase())
    problems.push(`${file}: names are kebab-case`);
  if (/\b(it|test|describe)\.(skip|only|todo)\b|\.skipIf\(/.test(text))
    problems.push(`${file}: a skipped or focused test`);
  if (/\bTODO\b|\bFIXME\b/.test(text) && file !== 'scripts/check-structure.ts')
    problems.push(`${file}: work left for later`);
  if (/process\.env/.test(text) && /^src\/(features|web|shared)\//.test(file)) {
    problems.push(`${file}: settings are read in src/config.ts`);
  }
  checkFeatureFile(file);
  checkLook(file, text);
}

checkEntries();
for (const feature of new Set(files.flatMap((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? []))) {
  const readme = `src/features/${feature}/README.md`;
  if (!files.includes(readme)) problems.push(`${readme}: every feature says its rules in plain words`);
  else if (readFileSync(readme, 'utf8').split('\n').length > 31) problems.push(`${readme}: 30 lines at most`);
}

function checkFeatureFile(file: string): void {
  const [, , feature, ...inside] = file.split('/');
  if (!file.startsWith('src/features/') || !feature || inside.length === 0) return;
  const [half, ...below] = inside[0] === 'web' ? ['web', ...inside.slice(1)] : ['server', ...inside];
  const name = below.at(-1) ?? '';
  const rooms = below.slice(0, -1);
  if (rooms.length > 1)
    problems.push(`${file}: one level of folders inside a feature's half, not ${rooms.length}`);
  if (rooms.some((each) => !room.test(each))) problems.push(`${file}: folders are kebab-case`);
  if (half === 'server' && !featureWords.test(name) && !useCase.test(name)) {
    problems.push(`${file}: neither a word of the vocabulary nor a verb and a noun`);
  }
}

function checkEntries(): void {
  const entries = new Map<string, Set<string>>();
  for (const file of files.filter((each) => each.startsWith('src/'))) {
    const parts = file.split('/');
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ''));
    }
  }
  for (const [folder, inside] of entries) {
    if (inside.size > mostEntries) problems.push(`${folder}: ${inside.size} entries; ${mostEntries} at most`);
  }
}

/** Pages take colours from the theme: `src/web/ui` is the one place that names them. */
function checkLook(file: string, text: string): void {
  const isPage = /^src\/(features\/[^/]+\/web|web\/shell)\/.*\.(tsx|css)$/.test(file);
  if (isPage && /#[0-9a-f]{3,8}\b(?=['";\s)])|rgba?\(|hsla?\(/i.test(text)) {
    problems.push(`${file}: a colour of its own; take it from the theme`);
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${code.length} files stand where they belong`);
