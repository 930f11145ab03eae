import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { localeCodes } from '#shared/locales.ts';

// `npm run new:feature tandems` writes the files every feature begins with, with one operation that works, and
// registers them. What it writes passes `npm run check`; it prints what is left to do by hand.

const name = process.argv[2] ?? '';
const folder = `src/features/${name}`;
if (!/^[a-z]+(-[a-z]+)*$/.test(name) || existsSync(folder)) {
  console.error('Name a new feature, one or more lower-case words: npm run new:feature tandems');
  process.exit(1);
}
const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const list = `list${camel[0]?.toUpperCase()}${camel.slice(1)}`;
const address = `/api/${name}`;

const files: Record<string, string> = {
  [`${folder}/README.md`]: `# ${name}\n\nWhat it is for, and its rules in plain words: 30 lines at most.\n`,
  [`${folder}/contract.ts`]: `
    import { z } from 'zod';
import { uuid } from '#shared/uuid.ts';
    import { operation } from '#shared/operation.ts';

    export const ${list} = operation({
      id: '${list}',
      method: 'get',
      path: '${address}',
      summary: 'The ${name} that the signed-in person may see.',
      answer: z.object({ items: z.array(z.object({ id: uuid })) }),
    });`,
  [`${folder}/permissions.ts`]: `
    import type { Actor } from '#shared/actor.ts';
    import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

    /** Every signed-in person reads the list. */
    export function may(actor: Actor, _verb: 'list'): RefusalKind | null {
      return actor.kind === 'visitor' ? commonRefusals.signInFirst : null;
    }`,
  [`${folder}/reads.ts`]: `
    import type { Ctx } from '#server/ctx.ts';
    import type { AnswerOf } from '#shared/operation.ts';
    import { Refusal } from '#shared/refusal.ts';
    import type * as contract from './contract.ts';
    import { may } from './permissions.ts';

    export async function ${list}({ actor }: Ctx): Promise<AnswerOf<typeof contract.${list}>> {
      const refusal = may(actor, 'list');
      if (refusal) throw new Refusal(refusal);
      return { items: [] };
    }`,
  [`${folder}/routes.ts`]: `
    import type { Api } from '#server/http/api.ts';
    import { serve } from '#server/http/serve.ts';
    import * as contract from './contract.ts';
    import { ${list} } from './reads.ts';

    export function ${camel}Routes(api: Api): void {
      serve(api, contract.${list}, (ctx) => ${list}(ctx));
    }`,
  [`${folder}/reads.test.ts`]: `
    import { afterAll, beforeAll, expect, it } from 'vitest';
    import { type Community, newCommunity } from '../../testing/community.ts';

    let community: Community;
    beforeAll(async () => {
      community = await newCommunity();
    });
    afterAll(() => community.close());

    it('${list} answers a student with an empty list where there is nothing yet', async () => {
      const answer = await community.request(await community.person(), 'GET', '${address}');
      expect(await answer.json()).toEqual({ items: [] });
    });`,
  [`src/testing/permission-rows/${name}.ts`]: `
    import { get, members, type PolicyRow } from '../permission-row.ts';

    export const ${camel}Rows: Record<string, PolicyRow> = {
      'GET ${address}': { says: members, call: get('${address}') },
    };`,
  ...Object.fromEntries(localeCodes.map((locale) => [`${folder}/web/texts/${locale}.json`, '{}'])),
};
for (const [file, text] of Object.entries(files)) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${text.trim()}\n`);
}

replace(
  'src/compose.ts',
  'import ',
  `import { ${camel}Routes } from '#features/${name}/routes.ts';\nimport `,
);
replace('src/compose.ts', '      adminRoutes,\n', `      adminRoutes,\n      ${camel}Routes,\n`);
const order = 'scripts/checks/feature-order.json';
const last = (JSON.parse(readFileSync(order, 'utf8')) as string[]).at(-1);
replace(order, `"${last}"\n`, `"${last}",\n  "${name}"\n`);
replace('ARCHITECTURE.md', `, ${last}.`, `, ${last}, ${name}.`);
const policy = 'src/testing/permission-policy.ts';
replace(policy, 'import ', `import { ${camel}Rows } from './permission-rows/${name}.ts';\nimport `);
replace(policy, '  ...adminRows,\n', `  ...adminRows,\n  ...${camel}Rows,\n`);
const types = 'src/web/typed-texts.d.ts';
const textsFile = `../features/${name}/web/texts/es.json`;
replace(types, 'import type shell', `import type ${camel} from '${textsFile}';\nimport type shell`);
replace(types, '      shell:', `      '${name}': typeof ${camel};\n      shell:`);
execFileSync(
  'node_modules/.bin/biome',
  ['check', '--write', folder, 'src/compose.ts', 'src/testing', types],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);

console.log(`${folder} is there, and GET ${address} answers. Next:
  1. its place in the order, now the last: scripts/checks/feature-order.json and ARCHITECTURE.md
  2. its tables: migrations/00NN-${name}.sql, whose name says who owns them, then npm run db:types
  3. its pages in src/web/routes.ts, their texts in seven languages
  4. who may do what: permissions.ts and src/testing/permission-rows/${name}.ts
  5. what it does outside of requests: jobs.ts with ${camel}Jobs(), in the list of src/start/serve-community.ts`);

/** Replaces the first `text` of a file; fails where the file no longer has it. */
function replace(file: string, text: string, by: string): void {
  const before = readFileSync(file, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} has no "${text.trim()}" to register ${name} after`);
  writeFileSync(
    file,
    before.replace(text, () => by),
  );
}
