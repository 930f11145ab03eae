/**
 * Modules that are loaded together: how many bytes of source they are, the pages that load them, what they import of
 * packages, and the modules they import.
 */
export type Chunk = {
  modules: Set<string>;
  size: number;
  pages: Set<string>;
  packages: Set<string>;
  imports: Set<string>;
};

/**
 * What a file less is worth, in bytes of source before it is minified: so much that it does not need may a page take
 * along for it. `npm run bundles` prints what this comes to.
 */
const worthOfFile = 4000;

/**
 * Joins chunks while a file less is worth more than what pages take along for it. `packagesOfPage` is what each page
 * loads of packages anyway: no page gets another one.
 */
export function joinChunks(
  chunks: readonly Chunk[],
  packagesOfPage: ReadonlyMap<string, ReadonlySet<string>>,
): Chunk[] {
  let joined = [...chunks];
  for (;;) {
    const best = pairsOf(joined)
      .map(([one, other]) => ({ one, other, worth: worthOf(one, other) }))
      .filter(({ worth }) => worth > 0)
      .sort((left, right) => right.worth - left.worth)
      .find(({ one, other }) => {
        const both = union(one, other);
        const rest = joined.filter((chunk) => chunk !== one && chunk !== other);
        return bringsNoPackage(both, packagesOfPage) && bringsNoChunk(both, rest);
      });
    if (!best) return joined;
    joined = [
      ...joined.filter((chunk) => chunk !== best.one && chunk !== best.other),
      union(best.one, best.other),
    ];
  }
}

export const union = (one: Chunk, other: Chunk): Chunk => ({
  modules: new Set([...one.modules, ...other.modules]),
  size: one.size + other.size,
  pages: new Set([...one.pages, ...other.pages]),
  packages: new Set([...one.packages, ...other.packages]),
  imports: new Set([...one.imports, ...other.imports]),
});

const pairsOf = (chunks: readonly Chunk[]) =>
  chunks.flatMap((one, position) => chunks.slice(position + 1).map((other) => [one, other] as const));

function worthOf(one: Chunk, other: Chunk): number {
  const shared = [...one.pages].filter((page) => other.pages.has(page)).length;
  const needless = one.size * (other.pages.size - shared) + other.size * (one.pages.size - shared);
  return shared * worthOfFile - needless;
}

const bringsNoPackage = (chunk: Chunk, packagesOfPage: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...chunk.pages].every((page) => [...chunk.packages].every((name) => packagesOfPage.get(page)?.has(name)));

/**
 * Whether all pages of a chunk load anyway what it needs. It also keeps chunks from needing each other, in which case
 * modules would run in an order that they do not expect: two such would have the same pages, and be joined before.
 */
function bringsNoChunk(chunk: Chunk, rest: readonly Chunk[]): boolean {
  const needed = new Set([chunk]);
  for (const { imports } of needed) {
    for (const other of rest) if ([...imports].some((id) => other.modules.has(id))) needed.add(other);
  }
  return [...needed].every(({ pages }) => [...chunk.pages].every((page) => pages.has(page)));
}
