import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractsInBrowser } from './contracts-in-browser.ts';
import { textsByPage } from './texts-by-page.ts';

const src = path.resolve(import.meta.dirname, '../../src');

/** What the bundler makes of a file that says `code`, where it stands in `src`. */
const bundled = async (file: string, code: string): Promise<string> => (await chunkOf(file, code)).code;

async function chunkOf(file: string, code: string): Promise<Rolldown.OutputChunk> {
  const entry = path.join(src, file);
  const given: Plugin = {
    name: 'given',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? code : undefined),
  };
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [given, contractsInBrowser(), textsByPage()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        external: /^(react|react-dom|react-i18next|i18next|zod)/,
      },
    },
  })) as Rolldown.RolldownOutput;
  const [chunk] = output.filter((each) => each.type === 'chunk' && each.isEntry);
  if (chunk?.type !== 'chunk') throw new Error('The bundler made nothing of it.');
  return chunk;
}

describe('contractsInBrowser', () => {
  it('leaves a page that calls an operation its address, and neither schemas, refusals nor Zod', async () => {
    const code = await bundled(
      'features/videos/web/page.ts',
      `import { changeVideo, videoRefusals } from '../contract.ts'; export const page = [changeVideo, videoRefusals];`,
    );
    expect(code).toContain('/api/videos/{id}');
    expect(code).toContain('videos/already-off');
    expect(code).not.toMatch(/from "zod"|answer:/);
  });

  it('has each operation in a module of its own, so that a chunk of many pages need not have all of a contract', async () => {
    const { moduleIds } = await chunkOf(
      'features/videos/web/page.ts',
      `import { changeVideo, videoRefusals } from '../contract.ts'; export const page = [changeVideo, videoRefusals];`,
    );
    expect(moduleIds.map((id) => path.relative(src, id))).toContain(
      'features/videos/contract.ts?operation=changeVideo',
    );
  });

  it('refuses an operation that has its method from elsewhere, which a page would call at no address', async () => {
    const contract = `import { operation } from '#shared/operation.ts'; const read = { method: 'get' };
      export const readIt = operation({ ...read, path: '/api/it' });`;
    await expect(bundled('features/videos/other-operations.ts', contract)).rejects.toThrow(
      'readIt: an operation says its method and path itself',
    );
  });

  it('leaves a page that validates the schema it names, whole', async () => {
    const code = await bundled(
      'features/profiles/web/page.ts',
      `import { profileChange } from '../contract.ts'; export const page = profileChange;`,
    );
    expect(code).toMatch(/from "zod"/);
    expect(code).toMatch(/lineOfText\(80\)/);
    expect(code).toContain('unknown country');
  });
});

describe('textsByPage', () => {
  let page: string;
  beforeAll(async () => {
    page = await bundled(
      'features/store/web/page.tsx',
      `import { useTranslation } from 'react-i18next';
       export const usePage = () => useTranslation(['store', 'coins']).t('shell:dialog.close');`,
    );
  });

  it('gives a file the texts that it names, and no others', () => {
    const provided = [...page.matchAll(/provideTexts\("(\w+)"/g)].map(([, namespace]) => namespace);
    expect(provided.sort()).toEqual(['coins', 'shell', 'store']);
    expect(page).toContain('La tienda está vacía por ahora');
  });

  it.each([
    ['tells a refusal', 'textOfRefusal', 'textOfRefusal(enrolRefusals.full.code)'],
    ['has useAct tell them', 'useAct', 'useAct(enrolRefusals)'],
  ])('gives a file that %s those of other features that its operations answer', async (_, name, telling) => {
    const seat = await bundled(
      'features/classes/web/seat.tsx',
      [
        "import { enrolRefusals } from '../contract.ts';",
        `export const seat = (${name}) => ${telling};`,
      ].join('\n'),
    );
    expect(seat).toContain('Falta el permiso de tu mamá, papá o tutor');
    expect(seat).not.toContain('Escribe tu contraseña para continuar');
  });

  it('fetches other languages only when they are wanted', () => {
    expect(page).toMatch(/de: \(\) => .*import\(/);
    expect(page).not.toContain('Schließen');
  });
});
