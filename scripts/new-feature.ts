import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

// `npm run new:feature tandems`: the files every feature begins with, and what is left to do by hand.
const name = process.argv[2] ?? '';
const folder = `src/features/${name}`;
if (!/^[a-z]+(-[a-z]+)*$/.test(name) || existsSync(folder)) {
  console.error('Name a new feature, one or more lower-case words: npm run new:feature tandems');
  process.exit(1);
}
const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const files: Record<string, string> = {
  'README.md': `# ${name}\n\nWhat it is for, and its rules in plain words: 30 lines at most.\n`,
  'contract.ts': `// Inputs, answers and refusals of ${name}: the only file both halves import.\n`,
  'routes.ts': `import type { Api } from '#server/http/api.ts';\n\nexport function ${camel}Routes(_api: Api): void {}\n`,
  'web/texts/es.json': '{}\n',
  'web/texts/en.json': '{}\n',
};
mkdirSync(`${folder}/web/texts`, { recursive: true });
for (const [file, text] of Object.entries(files)) writeFileSync(`${folder}/${file}`, text);
console.log(`${folder} is there. Next:
  1. its place in the order: .dependency-cruiser.cjs and ARCHITECTURE.md
  2. its tables: migrations/00NN-${name}.sql (NN: the next number), then npm run db:types
  3. its routes in src/compose.ts, its pages in src/web/routes.ts
  4. a row for each operation in src/testing/permission-policy.ts`);
