import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Module, planChunks } from './chunks-by-page.ts';

const file = (name: string) => `/sumi/src/${name}.tsx`;

/** A build of files that import others, each with so much code and what it imports of packages. */
function built(files: Record<string, { imports?: string[]; size?: number; packages?: string }>) {
  return new Map<string, Module>(
    Object.entries(files).map(([name, { imports = [], size = 100, packages }]) => [
      file(name),
      {
        id: file(name),
        importedIds: imports.map(file),
        code: (packages ? `import { ${packages} } from "@mantine/core";` : '').padEnd(size, ';'),
      },
    ]),
  );
}

/** Which files of ours stand together, by their names. */
function chunksOf(modules: Map<string, Module>, pages: Record<string, string[]>): string[] {
  const begins = new Map(Object.entries(pages).map(([page, files]) => [page, files.map(file)]));
  return planChunks(modules, begins)
    .map((chunk) => [...chunk.modules].map((id) => id.replace(/.*\/|\.tsx$/g, '')).sort())
    .map((names) => names.join(' + '))
    .sort();
}

const meet = (one: Set<string>, other: Set<string>) => [...one].some((each) => other.has(each));

const large = 100_000;

describe('planChunks', () => {
  it('puts what the same pages load into one chunk, whether a page or its layout imports it', () => {
    const modules = built({
      layout: { imports: ['frame', 'button'] },
      feed: { imports: ['button', 'card', 'player'] },
      classes: { imports: ['card'] },
      frame: { size: large },
      button: { size: large, imports: ['colour'] },
      card: { size: large, imports: ['colour'] },
      player: { size: large },
      colour: { size: large },
    });
    const pages = { feed: ['layout', 'feed'], classes: ['layout', 'classes'] };
    expect(chunksOf(modules, pages)).toEqual(['button + card + colour']);
  });

  it('keeps apart what only some pages load, where it weighs more than a file less is worth', () => {
    const modules = built({
      feed: { imports: ['everywhere', 'some'] },
      classes: { imports: ['everywhere', 'some'] },
      store: { imports: ['everywhere'] },
      everywhere: { size: large },
      some: { size: 10_000 },
    });
    const pages = { feed: ['feed'], classes: ['classes'], store: ['store'] };
    expect(chunksOf(modules, pages)).toEqual(['everywhere', 'some']);
    modules.set(file('some'), { id: file('some'), importedIds: [], code: ';'.repeat(1000) });
    expect(chunksOf(modules, pages)).toEqual(['everywhere + some']);
  });

  it('gives no page a package that it does not load anyway, nor a file that another one needs', () => {
    const pages = { feed: ['feed'], classes: ['classes'], store: ['store'] };
    const files = {
      feed: { imports: ['everywhere', 'some'] },
      classes: { imports: ['everywhere', 'some'] },
      store: { imports: ['everywhere'] },
      everywhere: { size: large },
    };
    expect(chunksOf(built({ ...files, some: { packages: 'Modal' } }), pages)).toEqual(['everywhere', 'some']);
    expect(
      chunksOf(built({ ...files, some: { imports: ['heavy'] }, heavy: { size: large } }), pages),
    ).toEqual(['everywhere', 'heavy + some']);
    const store = { imports: ['everywhere'], packages: 'Modal' };
    expect(chunksOf(built({ ...files, store, some: { packages: 'Modal' } }), pages)).toEqual([
      'everywhere + some',
    ]);
  });

  it('leaves no two chunks that need each other, whatever imports what', () => {
    const some = (maxLength: number) => fc.array(fc.nat(39), { maxLength });
    const files = fc.array(fc.record({ imports: some(4), size: fc.nat(9000) }), {
      minLength: 40,
      maxLength: 40,
    });
    const pages = fc.array(some(8), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(files, pages, (withImports, begins) => {
        const name = (number: number) => `module-${number}`;
        const modules = built({
          ...Object.fromEntries(
            withImports.map(({ imports, size }, number) => [
              name(number),
              { imports: imports.filter((other) => other > number).map(name), size },
            ]),
          ),
          ...Object.fromEntries(
            begins.map((imports, page) => [`page-${page}`, { imports: imports.map(name) }]),
          ),
        });
        const plan = planChunks(
          modules,
          new Map(begins.map((_, page) => [`${page}`, [file(`page-${page}`)]])),
        );
        for (const chunk of plan) {
          const needed = new Set([chunk]);
          for (const { imports } of needed)
            for (const other of plan) if (meet(imports, other.modules)) needed.add(other);
          needed.delete(chunk);
          for (const other of needed) {
            expect(meet(other.imports, chunk.modules)).toBe(false);
            expect([...other.pages]).toEqual(expect.arrayContaining([...chunk.pages]));
          }
        }
      }),
    );
  });

  it('gives an icon to the files that name it, and not to all that import from the list of icons', () => {
    const icon = `${process.cwd()}/node_modules/@tabler/icons-react/dist/esm/icons/IconCoin.mjs`;
    const modules = built({ feed: {}, classes: {}, store: {} });
    modules.set(icon, { id: icon, importedIds: [], code: ';'.repeat(large) });
    for (const name of ['feed', 'store'])
      modules.set(file(name), { id: file(name), importedIds: [], code: 'jsx(IconCoin)' });
    const plan = planChunks(
      modules,
      new Map(['feed', 'classes', 'store'].map((page) => [page, [file(page)]])),
    );
    expect(plan.map(({ modules: ids, pages }) => [[...ids], [...pages]])).toEqual([
      [[icon], ['feed', 'store']],
    ]);
  });
});
