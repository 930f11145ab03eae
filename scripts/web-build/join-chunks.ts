/**
 * Modules that are loaded together: how many bytes of source they are, the pages that load them, the catalogues of
 * texts among them, and the modules they import.
 */
export type Chunk = {
  modules: Set<string>;
  size: number;
  pages: Set<string>;
  texts: Set<string>;
  imports: Set<string>;
};

/**
 * What a file less is worth, in bytes of source before it is minified: so much that it does not need may a page take
 * along for it. `npm run bundles` prints what this comes to.
 */
const worthOfFile = 12_000;

/**
 * Joins chunks while a file less is worth more than what pages take along for it. `textsOfPage` is what catalogues each
 * page loads anyway. No page gets another one: in most languages it costs a request of its own.
 */
export function joinChunks(
  chunks: readonly Chunk[],
  textsOfPage: ReadonlyMap<string, ReadonlySet<string>>,
): Chunk[] {
  let joined = [...chunks];
  for (;;) {
    const homes = new Map(joined.flatMap((chunk) => [...chunk.modules].map((id) => [id, chunk] as const)));
    const best = pairsOf(joined)
      .map(([one, other]) => ({ one, other, worth: worthOf(one, other) }))
      .filter(({ worth }) => worth > 0)
      .sort((left, right) => right.worth - left.worth)
      .find(({ one, other }) => {
        const both = union(one, other);
        return bringsNoTexts(both, textsOfPage) && bringsNoChunk(both, homes);
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
  texts: new Set([...one.texts, ...other.texts]),
  imports: new Set([...one.imports, ...other.imports]),
});

const pairsOf = (chunks: readonly Chunk[]) =>
  chunks.flatMap((one, position) => chunks.slice(position + 1).map((other) => [one, other] as const));

function worthOf(one: Chunk, other: Chunk): number {
  const shared = [...one.pages].filter((page) => other.pages.has(page)).length;
  const needless = one.size * (other.pages.size - shared) + other.size * (one.pages.size - shared);
  return shared * worthOfFile - needless;
}

const bringsNoTexts = (chunk: Chunk, textsOfPage: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...chunk.pages].every((page) => [...chunk.texts].every((name) => textsOfPage.get(page)?.has(name)));

/**
 * Whether all pages of a chunk load anyway what it needs. It also keeps chunks from needing each other, in which case
 * modules would run in an order that they do not expect: two such would have the same pages, and be joined before.
 */
function bringsNoChunk(chunk: Chunk, homes: ReadonlyMap<string, Chunk>): boolean {
  const needed = new Set([chunk]);
  for (const { imports } of needed) {
    for (const id of imports) {
      const home = chunk.modules.has(id) ? undefined : homes.get(id);
      if (home) needed.add(home);
    }
  }
  return [...needed].every(({ pages }) => [...chunk.pages].every((page) => pages.has(page)));
}
