import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Module, planChunks } from './chunks-by-page.ts';

const file = (name: string) => `/sumi/src/${name}.tsx`;

const core = '/sumi/node_modules/@mantine/core/esm';
/** A package's list of what it has: a Modal and a Tooltip, which both use a Portal. */
const list: Module = {
  id: `${core}/index.mjs`,
  dynamicallyImportedIds: [],
  importedIds: ['Modal', 'Tooltip'].map((name) => `${core}/${name}.mjs`),
  code: 'import { Modal } from "./Modal.mjs"; import { Tooltip } from "./Tooltip.mjs"; export { Modal, Tooltip };',
};
const large = 100_000;
const part = (name: string, imports: string[] = []): Module => ({
  id: `${core}/${name}.mjs`,
  importedIds: imports.map((other) => `${core}/${other}.mjs`),
  dynamicallyImportedIds: [],
  code: ';'.repeat(large),
});

/** A build of files that import others, at once or later, each with so much code and what it imports of the package. */
function built(
  files: Record<string, { imports?: string[]; later?: string[]; size?: number; names?: string }>,
) {
  const ours = Object.entries(files).map(([name, { imports = [], later = [], size = 100, names }]) => ({
    id: file(name),
    importedIds: [...imports.map(file), ...(names ? [list.id] : [])],
    dynamicallyImportedIds: later.map(file),
    code: (names ? `import { ${names} } from "@mantine/core";` : '').padEnd(size, ';'),
  }));
  const theirs = [list, part('Modal', ['Portal']), part('Tooltip', ['Portal']), part('Portal')];
  return new Map<string, Module>([...ours, ...theirs].map((module) => [module.id, module]));
}

/** Imports nothing. */
const alone = { importedIds: [], dynamicallyImportedIds: [] };

/** Which files of ours stand together, by their names. */
function chunksOf(modules: Map<string, Module>, pages: Record<string, string[]>): string[] {
  const begins = new Map(Object.entries(pages).map(([page, files]) => [page, files.map(file)]));
  return planChunks(modules, begins)
    .map((chunk) => [...chunk.modules].map((id) => id.replace(/.*\/|\.\w+$/g, '')).sort())
    .map((names) => names.join(' + '))
    .sort();
}

const meet = (one: Set<string>, other: Set<string>) => [...one].some((each) => other.has(each));

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
      some: { size: 30_000 },
    });
    const pages = { feed: ['feed'], classes: ['classes'], store: ['store'] };
    expect(chunksOf(modules, pages)).toEqual(['everywhere', 'some']);
    modules.set(file('some'), { id: file('some'), ...alone, code: ';'.repeat(1000) });
    expect(chunksOf(modules, pages)).toEqual(['everywhere + some']);
  });

  it('gives no page a file that another one needs', () => {
    const modules = built({
      feed: { imports: ['everywhere', 'some'] },
      classes: { imports: ['everywhere', 'some'] },
      store: { imports: ['everywhere'] },
      everywhere: { size: large },
      some: { imports: ['heavy'] },
      heavy: { size: large },
    });
    const pages = { feed: ['feed'], classes: ['classes'], store: ['store'] };
    expect(chunksOf(modules, pages)).toEqual(['everywhere', 'heavy + some']);
  });

  it('gives no page a catalogue of texts that it does not name', () => {
    const texts = { id: '\0virtual:texts/classes', ...alone, code: ';' };
    const modules = built({ feed: {}, classes: {}, store: {}, everywhere: {} });
    modules.set(texts.id, texts);
    const imports = (...importedIds: string[]) => ({ ...alone, importedIds, code: ';' });
    for (const name of ['feed', 'classes'])
      modules.set(file(name), { id: file(name), ...imports(file('everywhere'), texts.id) });
    modules.set(file('store'), { id: file('store'), ...imports(file('everywhere')) });
    const pages = { feed: ['feed'], classes: ['classes'], store: ['store'] };
    expect(chunksOf(modules, pages)).toEqual(['classes', 'everywhere']);
  });

  it('gives a part of a package to the files that name it, and not to all that import from its list', () => {
    const modules = built({
      feed: { names: 'Modal as Window, Other' },
      classes: { names: 'Modal' },
      store: { names: 'Tooltip' },
      admin: { names: 'Tooltip' },
    });
    const pages = { feed: ['feed'], classes: ['classes'], store: ['store'], admin: ['admin'] };
    expect(chunksOf(modules, pages)).toEqual(['Modal', 'Portal', 'Tooltip']);
  });

  it('gives a file of ours that is there in place of a part of a package to the files that name the part', () => {
    const modules = built({
      feed: { names: 'Modal', imports: ['frame'] },
      classes: { names: 'Modal', imports: ['frame'] },
      frame: { size: large },
    });
    const ours = path.resolve(import.meta.dirname, '../../src/web/ui/Modal.tsx');
    const importedIds = list.importedIds.map((id) => (id.endsWith('/Modal.mjs') ? ours : id));
    modules.set(list.id, { ...list, importedIds }).set(ours, { id: ours, ...alone, code: ';'.repeat(large) });
    const pages = { feed: ['feed'], classes: ['classes'], store: ['store'] };
    expect(chunksOf(modules, pages)).toEqual(['Modal + frame']);
  });

  it('puts what a page shares with a part that is loaded later beside what the same pages load', () => {
    const modules = built({
      feed: { imports: ['card', 'heading', 'own'], later: ['dialog'] },
      classes: { imports: ['button'] },
      store: { imports: ['button'] },
      dialog: { imports: ['card', 'heading', 'form'] },
      card: { size: large },
      heading: { size: large },
      form: { size: large },
      own: { size: large },
      button: { size: large },
    });
    const pages = { feed: ['feed'], classes: ['classes'], store: ['store'] };
    expect(chunksOf(modules, pages)).toEqual(['button', 'card + heading']);
  });

  it('gives a page the operations of a contract that it names, from whichever file declares them', () => {
    const contract = '/sumi/src/features/classes/contract.ts';
    const seats = '/sumi/src/features/classes/seats/seat-operations.ts';
    const operation = (home: string, name: string) => ({
      id: `${home}?operation=${name}`,
      ...alone,
      code: `export const ${name} = {};`.padEnd(large, ';'),
    });
    const page = (name: string, names: string) => ({
      id: file(name),
      ...alone,
      importedIds: [contract],
      code: `import { ${names} } from '#features/classes/contract.ts';`,
    });
    const modules = [
      page('feed', 'enrol, list'),
      page('classes', 'enrol, list'),
      page('store', 'list'),
      page('admin', 'cancel as end'),
      page('audit', 'cancel'),
      {
        id: contract,
        ...alone,
        importedIds: [`${contract}?operation=list`, seats],
        code: `export { list } from './contract.ts?operation=list'; export * from './seats/seat-operations.ts';`,
      },
      {
        id: seats,
        ...alone,
        importedIds: [`${seats}?operation=enrol`, `${seats}?operation=cancel`],
        code: `export { enrol } from './seat-operations.ts?operation=enrol'; export { cancel } from './seat-operations.ts?operation=cancel';`,
      },
      operation(contract, 'list'),
      operation(seats, 'enrol'),
      operation(seats, 'cancel'),
    ];
    const names = ['feed', 'classes', 'store', 'admin', 'audit'];
    const plan = planChunks(
      new Map(modules.map((module) => [module.id, module])),
      new Map(names.map((name) => [name, [file(name)]])),
    );
    expect(plan.map((chunk) => [...chunk.modules].join()).sort()).toEqual([
      `${contract}?operation=list`,
      `${seats}?operation=cancel`,
      `${seats}?operation=enrol`,
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
});
