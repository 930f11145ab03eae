import type { Plugin } from 'vite';

/**
 * Files that declare schemas: a feature's but for its pages, and what both halves share. `operation` only takes some.
 */
const declaring =
  /\/src\/(features\/[^/]+\/(?!web\/)([\w-]+\/)?[\w-]+|shared\/(?!operation\.ts)([\w-]+\/)?[\w-]+)\.ts(\?schemas|\?operation=\w+)?$/;

/** What the browser needs of an operation to call it. The schemas and refusals are the server's. */
const callerNeeds = new Set(['method', 'path', 'file']);

/**
 * Splits each file that declares schemas for the browser, so that a page that only calls operations loads no schema
 * and no Zod, and no operation that it does not call. The file hands on each schema from its other half,
 * `contract.ts?schemas`, which the bundler leaves out where no page validates, and each operation from a module of its
 * own, `contract.ts?operation=enrolInClass`. It keeps everything else. Pages import all of it from `contract.ts` and
 * see no difference, but for an operation, which has only what a caller needs.
 */
export function contractsInBrowser(): Plugin {
  return {
    name: 'contracts-in-browser',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: declaring, code: /'(zod|#shared\/operation\.ts)'/ },
      handler(code, id) {
        const program = this.parse(code, { lang: 'ts' }) as unknown as Program;
        for (const operation of withoutAddress(program))
          this.error(
            `${operation}: an operation says its method and path itself: a page gets them from its text.`,
          );
        const file = id.split('/').at(-1) ?? '';
        const [name = '', part = ''] = file.split('?');
        return { code: partOf(code, program, name, part), map: null, moduleSideEffects: false };
      },
    },
  };
}

/** The parts of a syntax tree that are read here. */
type Node = { type: string; start: number; end: number };
type Named = Node & { name?: string };
type Property = Node & { key?: Named; value?: Node };
type Call = Node & { callee?: Named; arguments?: (Node & { properties?: Property[] })[] };
type Declaration = Node & {
  id?: Named | null;
  declarations?: { id: Named; init: Call | null; start: number; end: number }[];
};
type Statement = Declaration & {
  declaration?: Declaration | null;
  source?: { value: string };
  specifiers?: { local?: Named }[];
};
type Program = { body: Statement[] };

/** The code of a part of a file, which follows its name in the address of the module; `''` is what is handed on. */
function partOf(code: string, program: Program, file: string, part: string): string {
  const [kind, name] = part.split('=');
  if (kind === 'schemas') return schemasOf(code, program);
  const operation = operationsIn(program).find((each) => each.name === name);
  return operation ? operationOf(code, operation) : callsOf(code, program, file);
}

/** One operation, with what a caller needs. */
const operationOf = (code: string, { name, needed }: DeclaredOperation): string =>
  `export const ${name} = { ${needed.map(({ start, end }) => code.slice(start, end)).join(', ')} };`;

/** The file without its schemas and operations, which come from modules of their own. */
function callsOf(code: string, program: Program, file: string): string {
  const schemas = schemasIn(code, program);
  const apart = operationsIn(program);
  const edits = [...slimOperations(program, new Set(apart.map(({ statement }) => statement)))];
  for (const { statement } of [...schemas, ...apart])
    edits.push({ at: statement.start, upTo: statement.end, put: '' });
  const names = schemas.map(({ name }) => name);
  const handedOn = schemas.filter(({ exported }) => exported).map(({ name }) => name);
  const other = `'./${file}?schemas'`;
  const operations = apart.map(({ name }) => `export { ${name} } from './${file}?operation=${name}';`);
  return `${names.length > 0 ? `import { ${names.join(', ')} } from ${other};` : ''}${edited(code, edits)}
export { ${handedOn.join(', ')} };
${operations.join('\n')}`;
}

/** The whole file, each schema made only where it is used, and exported. */
function schemasOf(code: string, program: Program): string {
  const schemas = schemasIn(code, program);
  const edits = [...slimOperations(program)];
  for (const { init } of schemas) {
    if (!init) continue;
    edits.push({ at: init.start, upTo: init.start, put: '/* @__PURE__ */ made(() => (' });
    edits.push({ at: init.end, upTo: init.end, put: '))' });
  }
  const hidden = schemas.filter(({ exported }) => !exported).map(({ name }) => name);
  // Calls inside of a schema are not known to be free of side effects, so that they stand in a function.
  return `const made = (make) => make();${edited(code, edits)}
export { ${hidden.join(', ')} };`;
}

type Schema = { name: string; exported: boolean; statement: Statement; init: Call | null };

/** What our own modules export that is called as a file loads, and makes no schema. */
const makeNoSchema = new Set(['operation', 'memoizeBy']);

/** What a file declares with Zod: constants made by a call of it or of another schema, and functions that use it. */
function schemasIn(code: string, program: Program): Schema[] {
  const makers = new Set(['z']);
  const found: Schema[] = [];
  for (const statement of program.body) {
    const from = statement.type === 'ImportDeclaration' ? statement.source?.value : undefined;
    if (from && /^(#|\.)/.test(from)) {
      for (const { local } of statement.specifiers ?? [])
        if (!makeNoSchema.has(local?.name ?? '')) makers.add(local?.name ?? '');
    }
    const exported = statement.type === 'ExportNamedDeclaration';
    const declared: Declaration | null | undefined = exported ? statement.declaration : statement;
    const [only] = declared?.declarations ?? [];
    const name = only?.id.name ?? declared?.id?.name ?? '';
    const isFunction = declared?.type === 'FunctionDeclaration';
    const isOperation = only?.init?.callee?.name === 'operation';
    const made = only?.init ?? (isFunction ? declared : null);
    const isSchema =
      made !== null &&
      !isOperation &&
      (/\bz\s*\./.test(code.slice(made.start, made.end)) ||
        (made.type === 'CallExpression' && makers.has(rootOf(code, made))));
    if (!isSchema) continue;
    makers.add(name);
    found.push({ name, exported, statement, init: only?.init ?? null });
  }
  return found;
}

/** `z` of `z.object({}).optional()`. */
function rootOf(code: string, { start, end }: Node): string {
  return /^\w+/.exec(code.slice(start, end))?.[0] ?? '';
}

type Edit = { at: number; upTo: number; put: string };

/** An exported operation, of which a caller needs nothing that its file declares elsewhere. */
type DeclaredOperation = { name: string; statement: Statement; needed: Property[] };

function operationsIn(program: Program): DeclaredOperation[] {
  return program.body.flatMap((statement) => {
    const [only] = statement.declaration?.declarations ?? [];
    if (statement.type !== 'ExportNamedDeclaration' || only?.init?.callee?.name !== 'operation') return [];
    const needed = (only.init.arguments?.[0]?.properties ?? []).filter(isNeeded);
    const standsAlone = needed.every(({ value }) => value?.type === 'Literal');
    return standsAlone ? [{ name: only.id.name ?? '', statement, needed }] : [];
  });
}

/** The operations that have their method or path from elsewhere, which a page would call at no address. */
function withoutAddress(program: Program): string[] {
  return program.body.flatMap(({ declaration }) =>
    (declaration?.declarations ?? []).flatMap(({ id, init }) => {
      if (init?.callee?.name !== 'operation') return [];
      const said = new Set((init.arguments?.[0]?.properties ?? []).map(({ key }) => key?.name));
      return said.has('method') && said.has('path') ? [] : [id.name ?? ''];
    }),
  );
}

const isNeeded = ({ key }: Property): boolean => callerNeeds.has(key?.name ?? '');

/** Takes what no caller needs out of every `operation({ … })` but those of the statements `apart`. */
function slimOperations(program: Program, apart: ReadonlySet<Statement> = new Set()): Edit[] {
  const edits: Edit[] = [];
  for (const statement of program.body) {
    if (apart.has(statement)) continue;
    for (const { init } of statement.declaration?.declarations ?? []) {
      if (init?.type !== 'CallExpression' || init.callee?.name !== 'operation') continue;
      edits.push({ at: init.start, upTo: init.start, put: '/* @__PURE__ */ ' });
      for (const property of init.arguments?.[0]?.properties ?? []) {
        if (!isNeeded(property)) edits.push({ at: property.start, upTo: property.end, put: '...{}' });
      }
    }
  }
  return edits;
}

/** From the end, so that the positions of the other edits stay right. */
function edited(code: string, edits: Edit[]): string {
  return edits
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, upTo, put }) => text.slice(0, at) + put + text.slice(upTo), code);
}
