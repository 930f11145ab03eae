import path from 'node:path';
import { findComments } from './find-comments.ts';
import { readTree } from './read-tree.ts';

// The shape of the tree that no general tool knows of: where files may stand, what they may be called, how
// long a file and a folder may grow. `npm run check:structure` prints each fault and exits 1 if there is one.

const generated = new Set(['src/server/db/schema.ts']);
const mostLines = 400;
/** A folder whose listing fits on a screen is read; a longer one is searched. */
const mostEntries = 30;

/**
 * What a feature's folder may hold in one word. Every other file is named after what it does or holds, in two words or
 * more; whether one of them is a verb is for people to read.
 */
const featureWords = /^(contract|permissions|rules|reads|routes|jobs|notify)(\.test)?\.ts$/;
const twoWords = /^[a-z]+(-[a-z0-9]+)+(\.test)?\.ts$/;
const kebabCase = /^[a-z]+(-[a-z]+)*$/;
const saysNothing =
  /(^|\/)(utils?|helpers?|misc|common|lib|services?|managers?|repositor(y|ies)|types|index)(\.tsx?$|\/)/;

/** The faults of a tree, given as path and content. */
export function findStructureFaults(files: ReadonlyMap<string, string>): string[] {
  const code = [...files].filter(([file]) => isCode(file));
  return [
    ...code.flatMap(([file, text]) => [
      ...fileFaults(file, text),
      ...featureFileFaults(file),
      ...colourFaults(file, text),
      ...formatFaults(file, text),
      ...storageFaults(file, text),
      ...idFaults(file, text),
      ...newerFunctionFaults(file, text),
      ...schemaFaults(file, text),
      ...readOnceFaults(file, text),
      ...routeFaults(file, text),
      ...missingRowFaults(file, text),
      ...onlyRowFaults(file, text),
      ...hookNameFaults(file, text),
      ...addressFaults(file, text),
      ...jobsFaults(file, text),
      ...useCaseFaults(file, text),
      ...askedActorFaults(file, text),
      ...queryFaults(file, text),
      ...inlineQueryFaults(file, text),
    ]),
    ...commentedPathFaults(files),
    ...linkFaults(files),
    ...folderFaults([...files.keys()]),
    ...readmeFaults(files),
    ...decisionFaults([...files.keys()]),
    ...glossaryFaults(files.get('GLOSSARY.md') ?? ''),
  ];
}

const isCode = (file: string) =>
  /^(src|seed|e2e|bench|scripts|clip-studio)\/.*\.(ts|tsx|mjs|css)$/.test(file);

function fileFaults(file: string, text: string): string[] {
  const lines = text.split('\n').length;
  const faults: [boolean, string][] = [
    [lines > mostLines && !generated.has(file), `${lines} lines; ${mostLines} at most`],
    [saysNothing.test(file), 'a name that says nothing'],
    [path.basename(file) !== path.basename(file).toLowerCase(), 'names are kebab-case'],
    [/\b(it|test|describe)\.(skip|only|todo)\b|\.skipIf\(/.test(text), 'a skipped or focused test'],
    [
      /\bTODO\b|\bFIXME\b/.test(text) && !file.startsWith('scripts/checks/check-structure'),
      'work left for later',
    ],
    [
      /process\.env/.test(text) && /^src\/(features|web|shared)\//.test(file),
      'settings are read in src/config.ts',
    ],
  ];
  return faults.filter(([isFault]) => isFault).map(([, fault]) => `${file}: ${fault}`);
}

/** A feature has two halves, its own folder and `web/`; each may have one level of folders. */
function featureFileFaults(file: string): string[] {
  const [, , feature, ...inside] = file.split('/');
  if (!file.startsWith('src/features/') || !feature || inside.length === 0) return [];
  const isWeb = inside[0] === 'web';
  const rooms = inside.slice(isWeb ? 1 : 0, -1);
  const name = inside.at(-1) ?? '';
  const faults: [boolean, string][] = [
    [rooms.length > 1, `one level of folders inside a feature's half, not ${rooms.length}`],
    [!rooms.every((room) => kebabCase.test(room)), 'folders are kebab-case'],
    [
      !isWeb && !featureWords.test(name) && !twoWords.test(name),
      'neither a word of the vocabulary nor a name of two words',
    ],
  ];
  return faults.filter(([isFault]) => isFault).map(([, fault]) => `${file}: ${fault}`);
}

/** The browser writes numbers, money and dates in one place, which names their currency and zone. */
function formatFaults(file: string, text: string): string[] {
  const isBrowser = /^src\/(features\/[^/]+\/)?web\//.test(file) && !file.startsWith('src/web/i18n/');
  const formats = /\bnew Intl\.|\.toLocale(Date|Time)?String\(/.test(text);
  return isBrowser && formats ? [`${file}: a format of its own; take it from src/web/i18n`] : [];
}

/** Scripts that are sent as their source: they import nothing, and catch what the storage throws themselves. */
const inlineScripts = new Set([
  'src/features/landing/web/still/before-drawing.ts',
  'src/features/landing/web/still/turn-on.ts',
  'src/web/i18n/locale-cookie.ts',
  'src/web/prerender/replay-input.ts',
]);

/** The browser's storage throws where it is switched off: `storedText` is given it as a function, and catches that. */
function storageFaults(file: string, text: string): string[] {
  const mayUse = inlineScripts.has(file) || file === 'src/web/stored-text.ts';
  const isBrowser = /^src\/(features\/[^/]+\/)?web\//.test(file) && !mayUse;
  const uses = /(?<!storedText\(\(\) => )\b(local|session)Storage\b/;
  const found = isBrowser && uses.exec(text);
  return found
    ? [`${file}:${lineOf(text, found.index)}: storage that may throw; take src/web/stored-text.ts`]
    : [];
}

/** Ids are compared as texts, and a sender may write them in capital letters. */
function idFaults(file: string, text: string): string[] {
  const isOurs = /^src\/.*\.tsx?$/.test(file) && !file.endsWith('.test.ts') && file !== 'src/shared/uuid.ts';
  // An id that is only looked at goes on as it was written.
  const found = isOurs && /\bz\.uuid\(|\buuid\.safeParse\([^)]*\)\.success/.exec(text);
  return found
    ? [`${file}:${lineOf(text, found.index)}: an id that keeps its capital letters; take src/shared/uuid.ts`]
    : [];
}

/** What browsers of early 2023 lack, which the README names as supported; the build makes old syntax, not functions. */
const newerFunctions = [
  /\bAbortSignal\.any(?=\()/,
  /\b(Map|Object)\.groupBy(?=\()/,
  /\bPromise\.(withResolvers|try)\b/,
  /\bArray\.fromAsync(?=\()/,
  /\bURL\.(canParse|parse)(?=\()/,
  /\.checkVisibility(?=\()/,
  /\bIterator\.\w+/,
  /\.(values|keys|entries)\(\)\s*\.(map|filter|take|drop|toArray|some|every|find|reduce|flatMap|forEach)(?=\()/,
  /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)(?=\()/,
];

/** What of a feature both halves import, beside its `web/`. */
const inBothHalves =
  /^src\/features\/(.+\/)?([a-z-]+-)?(contract|permissions|rules|operations|shapes|refusals)\.ts$/;

function newerFunctionFaults(file: string, text: string): string[] {
  const isBrowser = /^src\/((features\/[^/]+\/)?web|shared)\/.*(?<!\.test)\.tsx?$/.test(file);
  if (!isBrowser && !inBothHalves.test(file)) return [];
  return newerFunctions
    .map((newer) => newer.exec(text))
    .filter((found) => found !== null)
    .map(({ 0: name, index }) => `${file}:${lineOf(text, index)}: ${name}, which a supported browser lacks`);
}

/** In the browser an operation has no schemas (decisions/0015). */
function schemaFaults(file: string, text: string): string[] {
  const validates = /\.(params|query|body|answer)\??\.(safeParse|parse|shape)\b/.test(text);
  return /^src\/features\/[^/]+\/web\//.test(file) && validates
    ? [`${file}: a schema of an operation; import it by its own name`]
    : [];
}

/**
 * A journey that reads an element once, while the page still loads, passes or fails by chance; `expect.poll` reads it
 * again until it is what the test expects.
 */
function readOnceFaults(file: string, text: string): string[] {
  const readsOnce =
    /\bexpect\(\s*await (?!page\.evaluate)[^;]*?\.(count|isVisible|textContent|innerText|isDisabled|isEnabled|isChecked|inputValue|getAttribute|allTextContents|allInnerTexts)\([^()]*\)(, \w+)?,?\s*\)/;
  const found = file.startsWith('e2e/') && readsOnce.exec(text);
  return found ? [`${file}:${lineOf(text, found.index)}: an element read once; use expect.poll`] : [];
}

/** What a row holds is not null where there is no row either. */
function missingRowFaults(file: string, text: string): string[] {
  const found = /\?\.\w+\)\.not\.toBeNull\(/.exec(text);
  return found && file.endsWith('.test.ts')
    ? [`${file}:${lineOf(text, found.index)}: passes without a row; say what it is instead`]
    : [];
}

/** A type that claims a row is no row: `onlyRow` throws where a statement answered none. */
function onlyRowFaults(file: string, text: string): string[] {
  const found = /^src\/.*(?<!\.test)\.tsx?$/.test(file) && /\brows\[0\](!| as )/.exec(text);
  return found
    ? [`${file}:${lineOf(text, found.index)}: a row that may be missing; take src/server/db/only-row.ts`]
    : [];
}

/** Playwright's own routes switch the browser's cache off, which doubles the time of a page load. */
function routeFaults(file: string, text: string): string[] {
  return file.startsWith('e2e/') && /\b(page|context)\.route\(/.test(text)
    ? [`${file}: a route of Playwright's; take e2e/route.ts`]
    : [];
}

/** A reader, and a linter's rules of hooks, take a function called use… for a hook of React's. */
function hookNameFaults(file: string, text: string): string[] {
  const mayHaveHooks = /^src\/(features\/[^/]+\/)?web\//.test(file) || !/^(src|seed|e2e|bench)\//.test(file);
  const found = !mayHaveHooks && /\b(?:function|const) (use[A-Z]\w*)/.exec(text);
  return found
    ? [`${file}:${lineOf(text, found.index)}: ${found[1]} is named like a hook of React's; take another verb`]
    : [];
}

/** The addresses of classes and people, which notices carry, have one home: they change in one place. */
function addressFaults(file: string, text: string): string[] {
  const isServer =
    /^src\/features\/(?![^/]+\/web\/).*(?<!\.test)\.ts$/.test(file) && !/rules\.ts$/.test(file);
  const found =
    isServer && /['"`](\/classes\?class=|\/admin\/classes\?|\/admin\/students\?person=)/.exec(text);
  const homes = 'src/features/classes/browse/address-rules.ts or personAddress';
  return found ? [`${file}:${lineOf(text, found.index)}: a typed address; take it from ${homes}`] : [];
}

/** `jobs.ts` lists the chores and handlers of a feature; what each does stands in a file of its own. */
function jobsFaults(file: string, text: string): string[] {
  if (!/^src\/features\/[^/]+\/jobs\.ts$/.test(file)) return [];
  const exported = [...text.matchAll(/^export .*/gm)].map(([line]) => line);
  const isList = exported.length === 1 && /^export function \w+Jobs\(/.test(exported[0] ?? '');
  return isList && !/\bsql[<`]/.test(text) ? [] : [`${file}: one exported function …Jobs, and no SQL`];
}

/**
 * A file has one use case: one function at most that its feature's `routes.ts` mounts, which means that it is called
 * with a request's `ctx` or is a handler itself. `reads.ts` has the queries of several screens.
 */
function useCaseFaults(file: string, text: string): string[] {
  if (!/^src\/features\/[^/]+\/routes\.ts$/.test(file)) return [];
  const isMounted = (name: string) =>
    new RegExp(`\\b${name}\\(\\s*(ctx|c\\.get\\('ctx'\\))[,)]|contract\\.\\w+, ${name}\\)`).test(text);
  return [...text.matchAll(/^import \{([^}]*)\} from '(\.\/[^']+)';$/gm)]
    .filter(([, , from = '']) => path.basename(from) !== 'reads.ts')
    .map(([, names = '', from = '']) => ({ from, mounted: (names.match(/\w+/g) ?? []).filter(isMounted) }))
    .filter(({ mounted }) => mounted.length > 1)
    .map(({ from, mounted }) => `${file}: ${mounted.join(' and ')} stand in ${from}; one use case a file`);
}

/** A use case asks its `ctx` who acts: a member beside `ctx` could be another one than the actor in it. */
function askedActorFaults(file: string, text: string): string[] {
  const isRoutes = /^src\/features\/[^/]+\/routes\.ts$/.test(file);
  const found = isRoutes && /\b(memberOf\(|ctx\.actor\b)/.exec(text);
  return found
    ? [`${file}:${lineOf(text, found.index)}: a route that asks who acts; the use case asks its ctx`]
    : [];
}

/** What a page reads is told from what it does by its name. */
function queryFaults(file: string, text: string): string[] {
  if (!/^src\/features\/[^/]+\/web\/(.+\/)?queries\.ts$/.test(file)) return [];
  const queries = [
    ...text.matchAll(/^export const (\w+) = (?:queryOptions|\w*List|listQuery)\(/gm),
    ...text.matchAll(/^export function (\w+)\([^;]*?\{\n\s+return (?:queryOptions|\w*List|listQuery)\(/gm),
  ];
  return queries
    .filter(([, name = '']) => !name.endsWith('Query'))
    .map(([, name]) => `${file}: a query is named …Query, not ${name}`);
}

/** A query is an object with a name, so that its key stands in one place for all who read or invalidate it. */
function inlineQueryFaults(file: string, text: string): string[] {
  const found = file.startsWith('src/') && /\buse(Suspense|Infinite)?Query\(\{\s*queryKey:/.exec(text);
  return found ? [`${file}:${lineOf(text, found.index)}: a query without a name; write a …Query`] : [];
}

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** Pages take colours from the theme: `src/web/ui` is the one place that names them. */
function colourFaults(file: string, text: string): string[] {
  const isPage = /^src\/(features\/[^/]+\/web|web\/shell)\/.*\.(tsx|css)$/.test(file);
  const namesColour = /#[0-9a-f]{3,8}\b(?=['";\s)])|rgba?\(|hsla?\(/i.test(text);
  return isPage && namesColour ? [`${file}: a colour of its own; take it from the theme`] : [];
}

/** A comment that names a file has to follow the file: a reader looks there. */
function commentedPathFaults(files: ReadonlyMap<string, string>): string[] {
  const path = /(?<![\w./-])(?:src|seed|scripts|bench|e2e|migrations)\/[\w./-]+\.(?:tsx?|mjs|sql)\b/g;
  const name = /(?<![\w./*…-])[a-z][\w-]*(?:\.[\w-]+)*\.(?:tsx?|mjs|sql)\b(?!\.\w)/g;
  const byName = Map.groupBy(files.keys(), (file) => file.slice(file.lastIndexOf('/') + 1));
  /** A bare name is looked for beside the comment, and elsewhere only where one file has it or every feature may. */
  const isFound = (file: string, named: string) => {
    const same = byName.get(named) ?? [];
    const isOfEach = featureWords.test(named) && !file.startsWith('src/features/');
    return same.length === 1 || isOfEach || same.some((each) => areaOf(each) === areaOf(file));
  };
  return [...files]
    .filter(([file]) => /\.(tsx?|mjs|sql|css)$/.test(file))
    .flatMap(([file, text]) =>
      findComments(file, text).flatMap((comment) =>
        [
          ...[...comment.text.matchAll(path)].filter(([named]) => !files.has(named)),
          ...[...comment.text.matchAll(name)].filter(([named]) => !isFound(file, named)),
        ].map(({ 0: named, index }) => {
          const line = lineOf(text, comment.index + index);
          return `${file}:${line}: a comment names ${named}, which does not exist`;
        }),
      ),
    );
}

/** A feature, or a folder of the server's or the browser's. */
const areaOf = (file: string) => file.split('/').slice(0, 3).join('/');

/** A relative link of a document leads to a file or a folder of the tree. */
function linkFaults(files: ReadonlyMap<string, string>): string[] {
  const link = /\]\((?!https?:|mailto:|#)([^)\s#]+)/g;
  const folders = new Set([...files.keys()].map((file) => path.dirname(file)));
  return [...files]
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, text]) =>
      [...text.matchAll(link)]
        .filter(([, to = '']) => {
          const named = path.join(path.dirname(file), to).replace(/\/$/, '');
          return !files.has(named) && !folders.has(named);
        })
        .map(({ 1: to, index }) => `${file}:${lineOf(text, index)}: a link to ${to}, which does not exist`),
    );
}

/** Numbered documents and clips are found by their number or their name; what else stands in a folder is read. */
const isRead = (file: string) => !/^(decisions|migrations|seed\/clips)\//.test(file);

function folderFaults(files: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>();
  for (const file of files.filter(isRead)) {
    const parts = file.split('/');
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ''));
    }
  }
  return [...entries]
    .filter(([, inside]) => inside.size > mostEntries)
    .map(([folder, inside]) => `${folder}: ${inside.size} entries; ${mostEntries} at most`);
}

function readmeFaults(files: ReadonlyMap<string, string>): string[] {
  const features = new Set(
    [...files.keys()].flatMap((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? []),
  );
  return [...features].flatMap((feature) => {
    const readme = `src/features/${feature}/README.md`;
    const text = files.get(readme);
    if (text === undefined) return [`${readme}: every feature says its rules in plain words`];
    return text.split('\n').length > 31 ? [`${readme}: 30 lines at most`] : [];
  });
}

/** A decision is named by its number, so no two have the same one. */
function decisionFaults(files: readonly string[]): string[] {
  const pages = Map.groupBy(files, (file) => /^decisions\/(\d{4})-/.exec(file)?.[1]);
  return [...pages]
    .filter(([number, same]) => number !== undefined && same.length > 1)
    .map(([number, same]) => `decisions/${number}: the number of ${same.length} decisions`);
}

/** A reader looks a word up where the alphabet puts it; what stands in brackets after it does not count. */
function glossaryFaults(text: string): string[] {
  const words = [...text.matchAll(/^\| (?!word \|)([^|]+) \|/gm)].map(([, cell = '']) =>
    cell.replace(/ *\([^)]*\)/g, '').toLowerCase(),
  );
  return words.flatMap((word, index) => {
    const before = words[index - 1] ?? '';
    return before > word ? [`GLOSSARY.md: "${before}" stands before "${word}"; in alphabetical order`] : [];
  });
}

if (import.meta.main) {
  const files = readTree();
  const faults = findStructureFaults(files);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  console.log(`${files.size} files stand where they belong`);
}
